internal import Pipeline

/// The script of a page: a part that all pages share, and the parts of its kind. Articles and lists work without it.
enum SiteScript {
    /// Returns the script of a page.
    ///
    /// - Parameter parts: What the kind of page adds. The shared part offers it `tabStorage`, `page`, `word` and `counted`.
    static func text(_ parts: String...) -> String { compact("(() => {\n'use strict';\n" + common + parts.joined() + "})();") }

    /// Removes indentation, empty lines and lines of comment: more than a quarter of what a slow line would carry before the first message.
    ///
    /// A script must therefore have no text of several lines in which they matter.
    private static func compact(_ script: String) -> String {
        // Reading characters instead of bytes would take a third of the program's start.
        let lines = script.utf8.split(separator: UInt8(ascii: "\n")).map { $0.drop { $0 == UInt8(ascii: " ") } }
            .filter { !$0.isEmpty && !$0.starts(with: "//".utf8) }
        return String(decoding: Array(lines.joined(separator: CollectionOfOne(UInt8(ascii: "\n")))), as: UTF8.self)
    }

    private static let common = #"""
        // Storage of the tab. Some browsers deny it to pages from a disk.
        const tabStorage = {
          get(key) { try { return sessionStorage.getItem('tabpipe:' + key); } catch { return null; } },
          set(key, value) { try { sessionStorage.setItem('tabpipe:' + key, value); } catch { } },
        };
        // The interface's words in the language of the site.
        const words = JSON.parse(document.querySelector('title').dataset.words ?? '{}');
        const word = (name, value = '') => words[name].replace('%', () => value);
        const counted = (name, number) => words[name][number === 1 ? 0 : 1].replace('%', () => number);
        const page = address => address.replace(/index\.html$/, '');

        // Nothing that the reader has reached moves: a box below takes the shape of its image, and one that goes on below only grows. An
        // image that fails to load leaves a line.
        let reached = 0;
        function noteReached() { reached = Math.max(reached, scrollY + innerHeight); }
        addEventListener('scroll', noteReached, { passive: true });
        function showLoadState(image, hasCome) {
          const box = image.closest('.picture');
          if (!box) return;
          noteReached();
          const place = box.getBoundingClientRect();
          const ratio = image.naturalWidth / image.naturalHeight;
          const isBelow = place.top + scrollY >= reached;
          box.classList.toggle('failed', !hasCome);
          box.classList.toggle('shown', hasCome);
          box.classList.toggle('closed', !hasCome && isBelow && !box.matches('.sized'));
          if (!hasCome || !ratio) return;
          if (box.closest('.cards')) {
            const cut = 1 - Math.min(ratio, place.width / place.height) / Math.max(ratio, place.width / place.height);
            box.classList.toggle('filled', cut <= \#(CardShape.maxCut));
          } else if (!box.matches('.sized') && (isBelow || place.bottom + scrollY >= reached && place.width / ratio >= place.height)) {
            box.style.aspectRatio = ratio;
          }
        }
        for (const type of ['load', 'error'])
          document.addEventListener(type, event => { if (event.target.localName === 'img') showLoadState(event.target, type === 'load'); }, true);
        for (const image of document.querySelectorAll('.picture img')) if (image.complete) showLoadState(image, image.naturalWidth > 0);

        // Going back leads to the reader's position in the list.
        for (const link of document.querySelectorAll('a[data-entry]'))
          link.addEventListener('click', event => {
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) tabStorage.set('from', page(location.pathname));
          });
        const back = document.querySelector('a[data-back]');
        if (back) {
          // The list can be any page of the index: all of them are in one folder.
          const folder = path => path?.replace(/[^/]*$/, '');
          if (folder(tabStorage.get('from')) === folder(page(back.pathname)) && !history.state) history.replaceState({ list: true }, '');
          tabStorage.set('from', '');
          back.addEventListener('click', event => {
            if (!history.state?.list || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            history.back();
          });
        }

        """#
}

/// Shows the dates of messages in the site's language and the reader's time zone. The HTML has them in digits.
enum DateScript {
    static let text = #"""
        const dateFormat = options => {
          try { return new Intl.DateTimeFormat(document.documentElement.lang, options); } catch { return new Intl.DateTimeFormat('en', options); }
        };
        // A format takes as long to create as a hundred dates to write, and most pages need only one.
        const formats = {};
        function nameDate(time, isDay) {
          const hasTime = time.dateTime.length > 10;
          // A date without a time is a day everywhere, and not midnight in London.
          const date = new Date(hasTime ? time.dateTime : time.dateTime + 'T00:00');
          if (isNaN(date)) return;
          // A list leaves out the time, and this year.
          const style = isDay && date.getFullYear() === new Date().getFullYear() ? { day: 'numeric', month: 'short' }
            : { dateStyle: 'medium', timeStyle: hasTime && !isDay ? 'short' : undefined };
          const format = formats[JSON.stringify(style)] ??= dateFormat(style);
          time.textContent = format.format(date);
        }
        // The dates of a long list take their words in slices; nothing waits for them.
        const SLICE = 8; // milliseconds of work without a pause
        function nameDates(times, isDay) {
          const rest = [...times].reverse();
          setTimeout(function next() {
            const end = performance.now() + SLICE;
            while (rest.length && performance.now() < end) nameDate(rest.pop(), isDay);
            if (rest.length) setTimeout(next);
          });
        }

        """#
}

/// What the browser remembers of threads: the messages that the reader has opened and read. A thread writes it, the list of threads reads it.
enum ReadingMemoryScript {
    static let text = #"""
        // Opened and read messages are kept for good where the browser allows it, otherwise for the tab.
        const MEMORY_LIMIT = 20000; // characters a thread
        const memory = (() => {
          for (const name of ['localStorage', 'sessionStorage'])
            try {
              const store = window[name];
              store.setItem('tabpipe:', '1');
              store.removeItem('tabpipe:');
              return store;
            } catch { }
          return null;
        })();
        // Numbers of messages as ranges, such as "1-57,60".
        function packed(numbers) {
          const ranges = [];
          for (const number of [...numbers].sort((a, b) => a - b)) {
            const last = ranges[ranges.length - 1];
            if (last && last[1] === number - 1) last[1] = number; else ranges.push([number, number]);
          }
          const text = ranges.map(([first, last]) => first === last ? first : first + '-' + last).join();
          return text.length <= MEMORY_LIMIT / 2 ? text : text.slice(text.indexOf(',', text.length - MEMORY_LIMIT / 2) + 1);
        }
        function unpacked(text, count) {
          const numbers = new Set();
          let next = 1; // the ranges are in order
          for (const range of String(text ?? '').slice(0, MEMORY_LIMIT).split(',')) {
            const [first, last = first] = range.split('-').map(Number);
            for (let number = Math.max(Math.ceil(first), next); number <= Math.min(last, count); number++) {
              numbers.add(number);
              next = number + 1;
            }
          }
          return numbers;
        }

        """#
}
