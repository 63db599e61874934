extension ThreadScript {
    /// Restores the state of a timeline: the opened messages and the reader's position.
    static let start = #"""
        for (const cell of cells) {
          if (opened.has(cell.number)) open(cell); else prepare(cell);
          cell.element.querySelector('button.blurb')?.addEventListener('click', () => {
            opened.add(cell.number);
            tabStorage.set('open:' + key, JSON.stringify([...opened]));
            anchorTo(cell);
            change(() => open(cell));
            saveHistory();
          });
        }
        const all = document.querySelector('[data-all-images]');
        if (all) {
          all.hidden = allAllowed;
          all.addEventListener('click', () => {
            allAllowed = true;
            allowed.add('all');
            tabStorage.set('images:' + key, JSON.stringify([...allowed]));
            all.hidden = true;
            change(() => cells.forEach(showImages));
          });
        }

        // A new visit begins at the newest message, a return at the last position.
        history.scrollRestoration = 'manual';
        const saved = history.state?.place;
        const named = cells.find(cell => location.hash === '#' + cell.element.id);
        if (saved && cells[saved.number]) place = { cell: cells[saved.number], offset: saved.offset };
        else if (cells.length) place = { cell: named ?? cells[cells.length - 1], offset: 0 };
        restore();
        update();

        let timer = 0;
        function saveHistory() {
          clearTimeout(timer);
          if (!place) return;
          const { cell: { number }, offset } = place;
          history.replaceState({ ...history.state, place: { number, offset }, opened: [...opened] }, '');
        }
        addEventListener('scroll', () => {
          if (Math.abs(scrollY - lastScrollY) <= 1 || document.body.classList.contains('printing')) return;
          savePosition();
          schedule();
          clearTimeout(timer);
          timer = setTimeout(saveHistory, 250);
        }, { passive: true });
        addEventListener('pagehide', saveHistory);
        addEventListener('resize', () => { restore(); schedule(); });
        addEventListener('load', () => { restore(); schedule(); });
        new ResizeObserver(() => { restore(); schedule(); }).observe(thread);

        """#
}
