extension ThreadScript {
    /// Keeps the reader's position, and decides which messages have a frame.
    static let place = #"""
        // The reader's position: a message, and the distance from its top to the top of the viewport.
        let place = null;
        let lastScrollY = -1;
        const top = cell => cell.element.getBoundingClientRect().top;

        function firstBelow(limit) {
          let low = 0, high = cells.length;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (cells[middle].element.getBoundingClientRect().bottom > limit) high = middle; else low = middle + 1;
          }
          return low;
        }

        function anchorTo(cell) { place = { cell, offset: -top(cell) }; }

        // Stores the position: the first message whose top is visible, or the one that fills the viewport.
        function savePosition() {
          if (!cells.length) return;
          let index = Math.min(firstBelow(1), cells.length - 1);
          if (top(cells[index]) < -1 && index + 1 < cells.length && top(cells[index + 1]) < innerHeight) index += 1;
          anchorTo(cells[index]);
          lastScrollY = scrollY;
        }

        function restore() {
          if (!place) return;
          const target = top(place.cell) + place.offset;
          if (Math.abs(target) > 0.5) scrollTo({ left: 0, top: scrollY + target, behavior: 'instant' });
          lastScrollY = scrollY;
        }

        // Runs an action that changes heights, and restores the reader's position.
        function keepPosition(action) {
          if (Math.abs(scrollY - lastScrollY) > 1) savePosition();
          action();
          restore();
        }
        function change(action) { keepPosition(action); schedule(); }

        // Limits frames to the messages near the viewport.
        let isScheduled = false;
        function schedule() {
          if (isScheduled) return;
          isScheduled = true;
          requestAnimationFrame(() => { isScheduled = false; update(); });
        }

        function distance(cell) {
          const box = cell.element.getBoundingClientRect();
          return Math.max(box.top - innerHeight, -box.bottom, 0);
        }

        function update() {
          const near = [];
          for (let index = firstBelow(-1.5 * innerHeight); index < cells.length; index++) {
            if (top(cells[index]) > 2.5 * innerHeight) break;
            if (cells[index].box && cells[index].data.body !== undefined) near.push([distance(cells[index]), cells[index]]);
          }
          const wanted = new Set(near.sort((a, b) => a[0] - b[0]).slice(0, MAX_FRAMES).map(pair => pair[1]));
          keepPosition(() => {
            for (const cell of [...live])
              if (!wanted.has(cell) && cell.frame !== document.activeElement && (live.size + wanted.size > MAX_FRAMES || distance(cell) > 4 * innerHeight))
                unmount(cell);
            for (const cell of wanted) if (!live.has(cell) && live.size < MAX_FRAMES) mount(cell);
          });
        }

        """#
}
