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

        // The browser scrolls in steps to where Home and End lead. A correction would stop it on its way.
        let jumpEnd = 0;
        const JUMP_TIME = 1000; // the longest time of a jump, in milliseconds
        addEventListener('keydown', event => { if (['Home', 'End'].includes(event.key)) jumpEnd = performance.now() + JUMP_TIME; });
        addEventListener('scrollend', () => { jumpEnd = 0; });

        function restore() {
          if (!place || performance.now() < jumpEnd) return;
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

        // Limits frames to the messages near the viewport. A step has a task of its own, behind the painting of what was scrolled: a browser
        // takes about as long to create or remove a frame as to paint.
        let isScheduled = false;
        function schedule() {
          if (isScheduled) return;
          isScheduled = true;
          requestAnimationFrame(() => setTimeout(() => { isScheduled = false; update(); }));
        }

        function distance(cell, box = cell.element.getBoundingClientRect()) {
          return Math.max(box.top - innerHeight, -box.bottom, 0);
        }

        // Gives one message a frame, the nearest first, or removes one frame.
        function update() {
          const near = [];
          for (let index = firstBelow(-1.5 * innerHeight); index < cells.length; index++) {
            const cell = cells[index], box = cell.element.getBoundingClientRect();
            if (box.top > 2.5 * innerHeight) break;
            if (!cell.box) continue;
            if (cell.data.body !== undefined) near.push([distance(cell, box), cell]);
            else if (cell.data.url && !cell.remote) fetchBody(cell);
          }
          const wanted = new Set(near.sort((a, b) => a[0] - b[0]).slice(0, MAX_FRAMES).map(pair => pair[1]));
          const missing = [...wanted].find(cell => !live.has(cell));
          const spare = [...live].filter(cell => !wanted.has(cell) && cell.frame !== document.activeElement);
          const far = spare.sort((a, b) => distance(b) - distance(a))[0];
          const movable = missing && canMove && spare.find(cell => cell.content && hasPolicyFor(cell.frame, missing));
          updatePill();
          if (movable) keepPosition(() => move(movable, missing));
          else if (missing && live.size < MAX_FRAMES) mount(missing); // which changes no height
          else if (far && (canMove ? missing && far.content : live.size + wanted.size > MAX_FRAMES || distance(far) > 4 * innerHeight)) keepPosition(() => unmount(far));
          else return;
          schedule();
        }

        """#
}

extension ThreadScript {
    /// Printing. A browser prints a frame as one picture: if it is higher than a page, it is cut through a line of text, and most messages
    /// of a long thread have no frame. Such messages are printed as plain text, which the script inserts as text nodes only.
    static let printing = #"""
        // In CSS pixels, 96 per inch: less than the height of A4 and Letter between their margins.
        const PAGE_HEIGHT = 900;

        function plainText(html) {
          const mail = new DOMParser().parseFromString(html, 'text/html');
          for (const style of mail.querySelectorAll('style')) style.remove();
          const texts = mail.createTreeWalker(mail.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const text = texts.currentNode;
            text.data = text.parentElement.closest('pre, [style*="pre"]') ? text.data.replace(/^ +/gm, spaces => '\u00a0'.repeat(spaces.length))
              : text.data.replace(/[ \t\r\n\f]+/g, ' ');
          }
          for (const image of mail.images) if (image.alt.trim()) image.after('[' + image.alt.trim() + ']');
          for (const cell of mail.querySelectorAll('td, th')) cell.after(' ');
          for (const block of mail.querySelectorAll('p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre')) block.after('\n\n');
          for (const line of mail.querySelectorAll('br, div, li, tr, hr')) line.after('\n');
          return mail.body.textContent.replace(/ *\n */g, '\n').replace(/\n{3,}/g, '\n\n').trim();
        }

        function printAsText(cell) {
          const text = document.createElement('div');
          text.className = 'printout';
          text.dir = 'auto';
          text.textContent = cell.remote?.isPlain ? cell.remote.text
            : plainText((cell.data.body ?? cell.remote.text) + (cell.showsQuote ? '<hr>' + cell.data.quoted : ''));
          cell.box.append(text);
        }

        addEventListener('beforeprint', () => {
          if (Math.abs(scrollY - lastScrollY) > 1) savePosition();
          document.body.classList.add('printing');
          for (const cell of live) measure(cell);
          for (const cell of cells)
            if (cell.box && (cell.data.body ?? cell.remote?.text) !== undefined && (!cell.content || cell.hiddenUntil || cell.height > PAGE_HEIGHT)) printAsText(cell);
        });
        addEventListener('afterprint', () => {
          document.body.classList.remove('printing');
          for (const text of document.querySelectorAll('.printout')) text.remove();
          for (const cell of live) measure(cell);
          restore();
        });

        """#
}
