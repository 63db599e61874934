extension ThreadScript {
    /// Creates and removes the frames of bodies, and sets each frame's height to that of its content.
    static let frames = #"""
        const frameDocument = (cell) => '<!DOCTYPE html><html lang="' + document.documentElement.lang + '" class="' + (cell.data.paper || '') +
          '"><head><meta charset="utf-8"><title>Message</title><style>' + thread.dataset.style + '</style></head><body><div id="content">' +
          '<div id="own" dir="auto">' + cell.data.body + '</div>' +
          (cell.data.quoted ? '<div id="quoted" dir="auto" hidden>' + cell.data.quoted + '</div>' : '') + '</div></body></html>';
        const owners = new WeakMap();
        const resizeObserver = new ResizeObserver(entries => change(() => { for (const entry of entries) measure(owners.get(entry.target)); }));
        const mayLoad = cell => allAllowed || allowed.has(cell.number);

        function mount(cell) {
          const frame = document.createElement('iframe');
          frame.title = 'Message from ' + cell.element.querySelector('h2').textContent;
          frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
          frame.srcdoc = frameDocument(cell);
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
          resizeObserver.observe(content);
        }

        function unmount(cell) {
          if (cell.content) resizeObserver.unobserve(cell.content);
          cell.frame.remove();
          cell.box.classList.remove('live');
          if (cell.height) cell.box.style.minHeight = cell.height + 'px';
          cell.frame = cell.content = null;
          live.delete(cell);
        }

        // Sets the frame's height to that of its content. Zooms out content that is too wide even with wrapped lines.
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

        // Shows a placeholder for each blocked image, except for small spacer images.
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
}
