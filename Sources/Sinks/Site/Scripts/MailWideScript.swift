/// Deals with what is still too wide: smaller as far as its text can be read, then a box that scrolls sideways, with a button that shows it
/// in full.
enum MailWideScript {
    static let text = boxes + enlarged

    private static let boxes = #"""
        // Puts an element into a box that is as wide as the frame allows. No rule of a mail is meant for its name.
        function putIntoBox(fit, element, rest) {
          const box = element.ownerDocument.createElement('fit-box');
          box.style.width = Math.max(rest, 60) + 'px';
          if (element.dir) box.dir = element.dir;
          element.before(box);
          box.append(element);
          fit.boxes.push(box);
        }

        // Breaks words, and lets the whole part scroll, where nothing else made it fit.
        function* fitRest(cell, fit, facts, part) {
          yield;
          for (const value of ['break', 'scroll']) if (part.scrollWidth > part.clientWidth + 1) mark(fit, part, value);
          const sizes = new Map(facts.map(fact => [fact.element, fact.hasText && !fact.isInvisible ? Math.max(fact.size, SMALLEST_TEXT) : 99]));
          const made = new Set(fit.boxes), levels = [], depths = new Map();
          for (const box of part.querySelectorAll('fit-box')) {
            if (!made.has(box)) continue;
            const depth = (depths.get(box.parentElement.closest('fit-box')) ?? -1) + 1;
            depths.set(box, depth);
            (levels[depth] ??= []).push(box);
          }
          // Outer boxes come before those in them. All boxes of a level are read before one is written, so that the browser lays out once.
          for (const boxes of levels) {
            yield;
            const zooms = boxes.map(box => {
              let smallest = 99;
              for (const element of box.querySelectorAll('*')) smallest = Math.min(smallest, sizes.get(element) ?? 99);
              return Math.max(box.clientWidth / box.scrollWidth, SMALLEST_TEXT / smallest);
            });
            zooms.forEach((zoom, index) => { if (zoom < 1) write(fit, boxes[index].firstElementChild, { zoom: Math.ceil(zoom * 1000) / 1000 }); });
            for (const box of boxes.filter(each => each.scrollWidth > each.clientWidth + 1)) offerEnlarged(cell, fit, box);
          }
          if (part.dataset.fit === 'scroll') offerEnlarged(cell, fit, part);
        }

        """#

    private static let enlarged = #"""
        // A button over the frame, because a frame without scripts may not react to a click in every browser.
        function offerEnlarged(cell, fit, box) {
          const made = document.createElement('button');
          made.type = 'button';
          made.className = 'enlarge';
          made.textContent = word('enlarge');
          made.addEventListener('click', () => showEnlarged(cell, box, made));
          box.addEventListener('click', event => { if (!event.target.closest('a')) showEnlarged(cell, box, made); }, { signal: fit.stop.signal });
          // A region that scrolls is in the tab order, so that arrow keys can scroll it.
          box.tabIndex = 0;
          if (box.localName === 'fit-box') {
            box.setAttribute('role', 'group');
            box.setAttribute('aria-label', word('wideContent'));
          }
          box.addEventListener('keydown', event => { if (event.key === 'Enter' && event.target === box) showEnlarged(cell, box, made); }, { signal: fit.stop.signal });
          box.dataset.wide = '';
          fit.buttons.push(made);
          fit.wide.push([box, made]);
          cell.box.append(made);
        }

        // Places the buttons at the upper end of their boxes, which leave space for them.
        function placeButtons(cell) {
          // All places are read before one is written, so that the browser lays the mail out once.
          const places = (cell.fit?.wide ?? []).map(([box, made]) => [made, Math.round(box.getBoundingClientRect().top) + 'px']);
          for (const [made, place] of places) if (made.style.top !== place) made.style.top = place;
        }

        // Without the grounds around it, a part may need other colors.
        function* fitWhole(part) {
          const fit = { styles: new Map() };
          const facts = yield* survey(part);
          yield* fitColors(fit, facts);
          yield* writeChanges(fit, facts);
        }

        function showEnlarged(cell, box, made) {
          if (box.dataset.wide === undefined || document.querySelector('dialog[open]')) return;
          const dialog = document.createElement('dialog');
          dialog.className = 'enlarged';
          dialog.setAttribute('aria-label', word('wideContent'));
          const close = document.createElement('button');
          close.type = 'button';
          close.textContent = word('close');
          close.addEventListener('click', () => dialog.close());
          const frame = document.createElement('iframe');
          frame.title = cell.frame.title;
          frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
          const copy = box.cloneNode(true);
          for (const child of copy.children) child.style.zoom = '';
          frame.srcdoc = wholeDocument(cell, box, copy.innerHTML);
          frame.addEventListener('load', () => {
            const part = frame.contentDocument?.querySelector('#own, #quoted');
            if (part) for (const _ of fitWhole(part));
          });
          dialog.append(close, frame);
          dialog.addEventListener('close', () => {
            dialog.remove();
            made.focus({ preventScroll: true });
          });
          document.body.append(dialog);
          dialog.showModal();
        }

        """#
}

/// Limits paddings, margins and borders at the sides of nested elements, so that the text keeps a readable column.
enum MailIndentScript {
    static let text = #"""
        // The share of the frame's width that the sides of all elements around a text may take.
        const MAX_INDENT = 0.3;
        const SIDES = ['padding-left', 'padding-right', 'border-left-width', 'border-right-width', 'margin-left', 'margin-right'];

        // The lists in each other whose markers stand beside the text. In deeper ones, they stand in the text.
        const MAX_OUTER_MARKERS = 3;
        // The least padding for the markers of a list, in CSS pixels. Numbers with more digits need more.
        const MIN_MARKER = 20;
        function markerSpace(list, style) {
          if (!/^[uo]l$/.test(list.localName) || style.listStyleType === 'none' || style.listStylePosition !== 'outside') return 0;
          const last = (parseInt(list.getAttribute('start')) || 1) + list.childElementCount - 1;
          return Math.max(MIN_MARKER, list.localName === 'ol' ? Math.ceil((String(last).length * .56 + .55) * pixels(style.fontSize)) : 0);
        }

        // Returns the used sizes in the order of SIDES; nothing if all are zero. Automatic margins only take what is left.
        function sides(element, style) {
          const sizes = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth, style.marginLeft, style.marginRight]
            .map(pixels);
          for (const index of [4, 5])
            if (sizes[index] > 8 && element.computedStyleMap?.().get(SIDES[index])?.value === 'auto') sizes[index] = 0;
          if (!sizes.some(size => size > 0)) return null;
          return Object.assign(sizes, { start: style.direction === 'rtl' ? 1 : 0, marker: markerSpace(element, style) });
        }
        const sideLimit = (fact, side, limit) => side === fact.sides.start && fact.lists <= MAX_OUTER_MARKERS ? Math.max(limit, fact.sides.marker) : limit;
        const sideSum = (fact, limit) => fact.sides.reduce((sum, size, side) => sum + Math.min(Math.max(size, 0), sideLimit(fact, side, limit)), 0);

        function* fitIndents(fit, facts, room) {
          const most = room * MAX_INDENT;
          let limit = Infinity;
          for (const fact of facts) fact.lists = (fact.up.lists ?? 0) + (fact.sides?.marker ? 1 : 0);
          // Returns whether any text is indented too far if no side is larger than the limit, and marks the elements around such texts.
          const isTooDeep = () => {
            let isFound = false;
            for (const fact of facts) {
              fact.indent = fact.up.indent + (fact.sides ? sideSum(fact, fact.isDeep ? limit : Infinity) : 0);
              if (!fact.hasText || fact.isInvisible || fact.indent <= most) continue;
              isFound = true;
              if (limit < Infinity) continue;
              for (let each = fact; each.element && !each.isDeep; each = each.up) each.isDeep = true;
            }
            return isFound;
          };
          if (!isTooDeep()) return;
          for (limit of [32, 24, 16, 12, 8, 6, 4, 2, 1, 0]) {
            yield;
            if (!isTooDeep()) break;
          }
          for (let index = 0; index < facts.length; index++) {
            if (isPause(index)) yield;
            const fact = facts[index];
            if (!fact.isDeep || !fact.sides) continue;
            fact.sides.forEach((size, side) => {
              const most = sideLimit(fact, side, limit);
              if (size > most) fact.changes[SIDES[side]] = most + 'px';
            });
            if (fact.sides[fact.sides.start] > limit && limit < fact.sides.marker && fact.lists > MAX_OUTER_MARKERS)
              fact.changes['list-style-position'] = 'inside';
            // Paddings above and below a nested text are in proportion.
            const style = fact.element.ownerDocument.defaultView.getComputedStyle(fact.element);
            for (const name of ['padding-top', 'padding-bottom', 'margin-top', 'margin-bottom'])
              if (pixels(style.getPropertyValue(name)) > Math.max(2 * limit, 8)) fact.changes[name] = 2 * limit + 'px';
          }
        }

        """#
}
