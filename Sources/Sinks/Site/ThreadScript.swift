/// The part of the script that a timeline needs.
///
/// Each body is shown in a frame that runs no scripts. Only frames near the viewport are alive; the others are taken out and leave their
/// height. Whatever changes a height goes through `change`, which keeps the place that the reader looks at where it is.
enum ThreadScript {
    static let state = #"""
        const thread = document.querySelector('[data-thread]');
        if (!thread) return;
        const MAX_FRAMES = 24;
        const key = page(location.pathname);
        const remembered = name => { try { return JSON.parse(memory.get(name + key)) ?? []; } catch { return []; } };
        const opened = new Set([...remembered('open:'), ...(history.state?.opened ?? [])]);
        const allowed = new Set(remembered('images:'));
        let allAllowed = thread.dataset.images === 'show' || allowed.has('all');

        const cells = [...thread.querySelectorAll('.message')].map((element, number) => ({
          element, number, data: element.dataset, box: element.querySelector('.body'), frame: null, content: null,
          height: 0, zoom: 1, showsQuote: false, controls: null,
        }));
        const live = new Set();
        const columns = Math.max(20, thread.clientWidth / 8);

        function button(cell, text, action) {
          if (!cell.controls) {
            cell.controls = document.createElement('p');
            cell.controls.className = 'controls';
            cell.element.append(cell.controls);
          }
          const made = document.createElement('button');
          made.type = 'button';
          made.textContent = text;
          made.addEventListener('click', () => action(made));
          cell.controls.append(made);
          return made;
        }

        function addControls(cell) {
          const count = Number(cell.data.images || 0);
          if (count && !mayLoad(cell)) {
            cell.imageButton = button(cell, count === 1 ? 'Show 1 image' : `Show ${count} images`, () => {
              allowed.add(cell.number);
              memory.set('images:' + key, JSON.stringify([...allowed]));
              showImages(cell);
              cell.box.focus({ preventScroll: true });
            });
          }
          if (cell.data.quoted) {
            const made = button(cell, 'Show quoted text', () => {
              cell.showsQuote = !cell.showsQuote;
              made.textContent = cell.showsQuote ? 'Hide quoted text' : 'Show quoted text';
              made.setAttribute('aria-expanded', cell.showsQuote);
              hold(cell);
              showQuote(cell);
            });
            made.setAttribute('aria-expanded', false);
          }
        }

        // Puts the body in the place of the blurb, for good.
        function open(cell) {
          const blurb = cell.element.querySelector('button.blurb');
          if (!blurb) return;
          const hadFocus = document.activeElement === blurb;
          const preview = document.createElement('p');
          preview.className = 'preview';
          preview.dir = 'auto';
          preview.textContent = blurb.querySelector('.line').textContent;
          cell.box = document.createElement('div');
          cell.box.className = 'body';
          cell.box.tabIndex = -1;
          cell.box.append(preview);
          blurb.replaceWith(cell.box);
          prepare(cell);
          if (hadFocus) cell.box.focus({ preventScroll: true });
        }

        function prepare(cell) {
          if (cell.data.body === undefined || !cell.box) return;
          const lines = Math.ceil(Number(cell.data.length) / columns) + 1;
          cell.box.style.minHeight = Math.min(lines * 24, 1200) + 'px';
          addControls(cell);
        }

        """#

    static let frames = #"""
        const SHELL = (cell) => '<!DOCTYPE html><html lang="' + document.documentElement.lang + '" class="' + (cell.data.paper || '') +
          '"><head><meta charset="utf-8"><title>Message</title><style>' + thread.dataset.style + '</style></head><body><div id="content">' +
          '<div id="own" dir="auto">' + cell.data.body + '</div>' +
          (cell.data.quoted ? '<div id="quoted" dir="auto" hidden>' + cell.data.quoted + '</div>' : '') + '</div></body></html>';
        const owners = new WeakMap();
        const watcher = new ResizeObserver(entries => change(() => { for (const entry of entries) measure(owners.get(entry.target)); }));
        const mayLoad = cell => allAllowed || allowed.has(cell.number);

        function mount(cell) {
          const frame = document.createElement('iframe');
          frame.title = 'Message from ' + cell.element.querySelector('h2').textContent;
          frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
          frame.srcdoc = SHELL(cell);
          frame.className = 'coming';
          frame.addEventListener('load', () => ready(cell, frame));
          cell.frame = frame;
          live.add(cell);
          cell.box.append(frame);
        }

        function ready(cell, frame) {
          if (cell.frame !== frame || !frame.contentDocument) return;
          const content = frame.contentDocument.getElementById('content');
          if (!content) return;
          cell.content = content;
          cell.zoom = 1;
          owners.set(content, cell);
          for (const type of ['load', 'error'])
            content.addEventListener(type, event => {
              if (type === 'error' && event.target.localName === 'img' && !event.target.alt) event.target.alt = event.target.src;
              change(() => measure(cell));
            }, true);
          change(() => {
            frame.className = '';
            cell.box.classList.add('live');
            cell.box.style.minHeight = '';
            if (cell.showsQuote) showQuote(cell);
            if (mayLoad(cell)) showImages(cell); else nameImages(content);
            measure(cell);
          });
          watcher.observe(content);
        }

        function unmount(cell) {
          if (cell.content) watcher.unobserve(cell.content);
          cell.frame.remove();
          cell.box.classList.remove('live');
          if (cell.height) cell.box.style.minHeight = cell.height + 'px';
          cell.frame = cell.content = null;
          live.delete(cell);
        }

        // Makes the frame as high as its content. What is too wide even with wrapped lines is made smaller.
        function measure(cell) {
          const content = cell?.content;
          if (!content?.isConnected || !cell.frame) return;
          const room = cell.frame.clientWidth;
          if (!room) return;
          if (cell.room !== room || content.scrollWidth * cell.zoom > room + 1) {
            cell.room = room;
            content.style.zoom = cell.zoom = 1;
            for (let round = 0; round < 3 && content.scrollWidth * cell.zoom > room + 1; round++)
              content.style.zoom = cell.zoom = Math.floor(room / content.scrollWidth * 1000) / 1000;
          }
          const shown = content.ownerDocument.body.getBoundingClientRect().height;
          const whole = content.scrollHeight * cell.zoom;
          const height = Math.ceil(whole > shown + 1 ? whole : shown);
          if (height !== cell.height || cell.frame.style.height !== height + 'px') cell.frame.style.height = height + 'px';
          cell.height = height;
        }

        // Says what waits where an image waits; not for the small ones that only keep a distance.
        function nameImages(content) {
          for (const image of content.querySelectorAll('img[data-src]')) {
            const size = Math.min(...['width', 'height'].map(side => parseInt(image.getAttribute(side)) || 100));
            if (!image.alt.trim() && size < 40) continue;
            const name = content.ownerDocument.createElement('span');
            name.dataset.waiting = '';
            name.textContent = image.alt.trim() || 'Image';
            image.before(name);
          }
        }

        function showImages(cell) {
          cell.imageButton?.remove();
          cell.imageButton = null;
          cell.content?.querySelectorAll('[data-waiting]').forEach(name => name.remove());
          for (const image of cell.content?.querySelectorAll('img[data-src]') ?? []) {
            image.src = image.dataset.src;
            image.removeAttribute('data-src');
          }
        }

        function showQuote(cell) {
          const quoted = cell.content?.querySelector('#quoted');
          if (!quoted) return;
          change(() => {
            quoted.hidden = !cell.showsQuote;
            measure(cell);
          });
        }

        """#

    static let place = #"""
        // What the reader looks at: a message, and how far below its top the viewport begins.
        let place = null;
        let known = -1;
        const top = cell => cell.element.getBoundingClientRect().top;

        function firstBelow(limit) {
          let low = 0, high = cells.length;
          while (low < high) {
            const middle = (low + high) >> 1;
            if (cells[middle].element.getBoundingClientRect().bottom > limit) high = middle; else low = middle + 1;
          }
          return low;
        }

        function hold(cell) { place = { cell, offset: -top(cell) }; }

        // The first message whose top is in sight; the one that fills the viewport if there is none.
        function look() {
          if (!cells.length) return;
          let index = Math.min(firstBelow(1), cells.length - 1);
          if (top(cells[index]) < -1 && index + 1 < cells.length && top(cells[index + 1]) < innerHeight) index += 1;
          hold(cells[index]);
          known = scrollY;
        }

        function restore() {
          if (!place) return;
          const target = top(place.cell) + place.offset;
          if (Math.abs(target) > 0.5) scrollTo({ left: 0, top: scrollY + target, behavior: 'instant' });
          known = scrollY;
        }

        // Changes heights without moving what the reader looks at.
        function keep(action) {
          if (Math.abs(scrollY - known) > 1) look();
          action();
          restore();
        }
        function change(action) { keep(action); schedule(); }

        // Keeps frames alive near the viewport, and few of them.
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
          keep(() => {
            for (const cell of [...live])
              if (!wanted.has(cell) && cell.frame !== document.activeElement && (live.size + wanted.size > MAX_FRAMES || distance(cell) > 4 * innerHeight))
                unmount(cell);
            for (const cell of wanted) if (!live.has(cell) && live.size < MAX_FRAMES) mount(cell);
          });
        }

        """#

    static let start = #"""
        for (const cell of cells) {
          if (opened.has(cell.number)) open(cell); else prepare(cell);
          cell.element.querySelector('button.blurb')?.addEventListener('click', () => {
            opened.add(cell.number);
            memory.set('open:' + key, JSON.stringify([...opened]));
            hold(cell);
            change(() => open(cell));
            note();
          });
        }
        const all = document.querySelector('[data-all-images]');
        if (all) {
          all.hidden = allAllowed;
          all.addEventListener('click', () => {
            allAllowed = true;
            allowed.add('all');
            memory.set('images:' + key, JSON.stringify([...allowed]));
            all.hidden = true;
            change(() => cells.forEach(showImages));
          });
        }

        // A page that is opened begins with the newest message; one that is come back to, where it was left.
        history.scrollRestoration = 'manual';
        const left = history.state?.place;
        const named = cells.find(cell => location.hash === '#' + cell.element.id);
        if (left && cells[left.number]) place = { cell: cells[left.number], offset: left.offset };
        else if (cells.length) place = { cell: named ?? cells[cells.length - 1], offset: 0 };
        restore();
        update();

        let timer = 0;
        function note() {
          clearTimeout(timer);
          if (!place) return;
          const { cell: { number }, offset } = place;
          history.replaceState({ ...history.state, place: { number, offset }, opened: [...opened] }, '');
        }
        addEventListener('scroll', () => {
          if (Math.abs(scrollY - known) <= 1 || document.body.classList.contains('printing')) return;
          look();
          schedule();
          clearTimeout(timer);
          timer = setTimeout(note, 250);
        }, { passive: true });
        addEventListener('pagehide', note);
        addEventListener('resize', () => { restore(); schedule(); });
        addEventListener('load', () => { restore(); schedule(); });
        new ResizeObserver(() => { restore(); schedule(); }).observe(thread);

        """#
}
