/// The part of the script for timelines.
///
/// Each body is shown in a frame that runs no scripts. Only messages near the viewport have a frame; the others keep its height. Every
/// change of heights goes through `change`, which restores the reader's position.
enum ThreadScript {
    static let state = #"""
        const thread = document.querySelector('[data-thread]');
        if (!thread) return;
        const MAX_FRAMES = 24;
        const key = page(location.pathname);
        const remembered = name => { try { return JSON.parse(tabStorage.get(name + key)) ?? []; } catch { return []; } };
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
              tabStorage.set('images:' + key, JSON.stringify([...allowed]));
              showImages(cell);
              cell.box.focus({ preventScroll: true });
            });
          }
          if (cell.data.quoted) {
            const made = button(cell, 'Show quoted text', () => {
              cell.showsQuote = !cell.showsQuote;
              made.textContent = cell.showsQuote ? 'Hide quoted text' : 'Show quoted text';
              made.setAttribute('aria-expanded', cell.showsQuote);
              anchorTo(cell);
              showQuote(cell);
            });
            made.setAttribute('aria-expanded', false);
          }
        }

        // Replaces the blurb by the body. There is no way back.
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
}
