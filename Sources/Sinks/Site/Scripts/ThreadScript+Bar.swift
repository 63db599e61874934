extension ThreadScript {
    /// Leaves room for the bar, which has more lines in narrow windows, with large text and in some languages.
    static let bar = #"""
        // The share of the window that the bar may cover. A higher bar stands above the thread.
        const MAX_COVERED = 0.35;
        const bar = document.querySelector('.bar');
        function fitBar() {
          const height = bar.offsetHeight, isHigh = height > innerHeight * MAX_COVERED;
          document.body.classList.toggle('high-bar', isHigh);
          document.body.style.setProperty('--bar', (isHigh ? 0 : height) + 'px');
        }
        fitBar();
        new ResizeObserver(fitBar).observe(bar);
        addEventListener('resize', fitBar);

        """#
}
