/// The part of the script for timelines.
///
/// The script runs as soon as all cells are there, and places the view before the first paint. The bodies follow. Each is shown in a frame
/// that runs no scripts. Only messages near the viewport have a frame; the others keep its height. Every change of heights goes through
/// `change`, which restores the reader's position.
enum ThreadScript {
    /// Runs in the head: hides the messages until the view is placed.
    static let head = """
        document.documentElement.classList.add('placing');
        addEventListener('DOMContentLoaded', () => document.documentElement.classList.remove('placing'));
        """

    static let text = [
        DateScript.text, ReadingMemoryScript.text, state, bar, cells, frames, MailFitScript.all, remote, remoteStyles, remoteContent,
        remoteFrames, place, pages,
        start, printing,
    ].joined()

    /// The words that the script shows.
    static let words: [ScriptWord] = [
        .word("showQuote", .showQuote), .word("hideQuote", .hideQuote), .word("messageFrom", .messageFrom),
        .counted("showImages", .showImages), .counted("earlier", .earlier), .counted("earlierLabel", .earlierLabel),
        .word("newMessage", .newMessage), .word("showAllImages", .showAllImages), .word("waiting", .waiting), .word("failed", .failed),
        .word("tryAgain", .tryAgain), .word("tooLarge", .tooLarge), .word("stopped", .stopped), .word("readMessage", .readMessage),
        .word("image", .image), .word("enlarge", .enlarge), .word("close", .close),
        .word("wideContent", .wideContent),
    ]

    /// What the page remembers of a thread.
    static let state = #"""
        const thread = document.querySelector('[data-thread]');
        if (!thread) return document.documentElement.classList.remove('placing');
        const MAX_FRAMES = 24;
        const COUNT = Number(thread.dataset.count);
        // All pages of a thread share one state, under the address of the newest page.
        const key = page(new URL(thread.dataset.thread || location.href, location.href).pathname);

        // What is stored may come from elsewhere.
        const asList = value => Array.isArray(value) ? value : [];

        function recall() {
          try {
            const kept = JSON.parse(memory.getItem('tabpipe:thread:' + key)) ?? {};
            return { opened: unpacked(kept.opened, COUNT), read: unpacked(kept.read, COUNT) };
          } catch { return { opened: new Set(), read: new Set() }; }
        }
        const { opened, read } = recall();
        const lastRead = Math.max(0, ...[...read].slice(-1));
        for (const number of asList(history.state?.opened)) if (Number.isInteger(number) && number > 0 && number <= COUNT) opened.add(number);
        function remember() {
          // Another tab may have the same thread.
          const kept = recall();
          for (const number of kept.opened) opened.add(number);
          for (const number of kept.read) read.add(number);
          try { memory.setItem('tabpipe:thread:' + key, JSON.stringify({ opened: packed(opened), read: packed(read) })); } catch { }
        }
        const remembered = name => { try { return asList(JSON.parse(tabStorage.get(name + key))); } catch { return []; } };
        const allowed = new Set(remembered('images:'));
        let allAllowed = thread.dataset.images === 'show' || allowed.has('all');

        """#
}

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

extension ThreadScript {
    /// The way to other messages: the pill at the top edge, and addresses of messages that are on another page.
    static let pages = #"""
        // The page of a message that is not on this one.
        function elsewhere(hash) {
          const number = /^#m([1-9]\d*)$/.test(hash) ? Number(hash.slice(2)) : 0;
          if (!number || number > COUNT || byNumber.has(number)) return null;
          let pages = [];
          try { pages = JSON.parse(thread.dataset.pages ?? '[]'); } catch { }
          const found = pages.filter(([first]) => first <= number).pop();
          return found ? found[1] + hash : null;
        }
        function goElsewhere() {
          const address = elsewhere(location.hash);
          if (address) location.replace(address);
          return address !== null;
        }
        addEventListener('hashchange', goElsewhere);

        const pill = document.querySelector('.pill');
        let above = null;
        function updatePill() {
          if (!pill) return;
          const index = firstBelow(1);
          above = cells[index - 1] ?? null;
          const count = (cells[index]?.number ?? COUNT + 1) - 1;
          const href = above ? '#' + above.element.id : thread.dataset.earlier;
          pill.hidden = !href || count < 1;
          if (pill.hidden) return;
          pill.href = href;
          const text = counted('earlier', count);
          if (pill.textContent === text) return;
          pill.textContent = text;
          pill.setAttribute('aria-label', counted('earlierLabel', count));
        }
        pill?.addEventListener('click', event => {
          if (!above || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          showTop(above);
        });
        document.querySelector('.skip')?.addEventListener('click', event => {
          event.preventDefault();
          showTop(cells[cells.length - 1]);
        });
        function showTop(cell) {
          place = { cell, offset: 0 };
          restore();
          cell.element.focus({ preventScroll: true });
          schedule();
        }

        """#
}

extension ThreadScript {
    /// Restores the state of a timeline: the opened messages and the reader's position.
    static let start = #"""
        for (const cell of cells) {
          if (opened.has(cell.number)) open(cell); else prepare(cell);
          cell.element.querySelector('button.blurb')?.addEventListener('click', () => {
            opened.add(cell.number);
            read.add(cell.number);
            remember();
            anchorTo(cell);
            change(() => open(cell));
            update();
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
            change(() => cells.forEach(cell => cell.remote?.text ? showRemote(cell) : showImages(cell)));
          });
        }

        // Marks what has come since the last visit.
        for (const cell of cells)
          if (lastRead && cell.number > lastRead && !read.has(cell.number)) {
            const mark = document.createElement('span');
            mark.className = 'new';
            mark.textContent = word('newMessage');
            cell.element.prepend(mark);
          }
        function markRead() {
          let hasChanged = false;
          for (let index = firstBelow(1); index < cells.length && top(cells[index]) < innerHeight / 2; index++)
            if (!read.has(cells[index].number)) {
              read.add(cells[index].number);
              hasChanged = true;
            }
          if (hasChanged) remember();
        }

        // A new visit begins at the newest message, a return at the last position.
        if (goElsewhere()) return;
        history.scrollRestoration = 'manual';
        const saved = history.state?.place;
        const named = cells.find(cell => location.hash === '#' + cell.element.id);
        if (saved && byNumber.has(saved.number)) place = { cell: byNumber.get(saved.number), offset: saved.offset };
        else if (cells.length) place = { cell: named ?? cells[cells.length - 1], offset: 0 };
        thread.querySelectorAll('time').forEach(time => nameDate(time));
        restore();
        document.documentElement.classList.remove('placing');
        update();

        let timer = 0;
        function saveHistory() {
          clearTimeout(timer);
          timer = 0;
          if (!place) return;
          markRead();
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
        // A reload takes the entry as it was before `pagehide`, so that the end of a scroll must not wait for the timer.
        addEventListener('scrollend', () => { if (timer) saveHistory(); });
        setTimeout(markRead, 1000);
        addEventListener('pagehide', saveHistory);
        addEventListener('resize', () => { restore(); schedule(); });
        addEventListener('load', () => { restore(); schedule(); });
        new ResizeObserver(() => { restore(); schedule(); }).observe(thread);

        """#
}
