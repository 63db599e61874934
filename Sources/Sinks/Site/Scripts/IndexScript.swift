/// The part of the script for lists: the search and the filter over the entries of the page.
///
/// The address keeps their state (`#vertical=retail&q=ferry`), so that it survives a visit of an article, and so that Back undoes a filter.
enum IndexScript {
    /// The words that the script shows.
    static let words: [ScriptWord] = [.word("noResults", .noResults), .counted("results", .results)]

    static let text = SearchScript.text + DateScript.text + ReadingMemoryScript.text + threads + list

    /// Dates in words, and the marks of unread threads: a thread whose newest message the reader has seen on this device loses its mark.
    private static let threads = #"""
        nameDates(document.querySelectorAll('.rows time'), true);
        function hasRead(mark) {
          const link = mark.closest('li').querySelector('a[data-entry]'), newest = Number(mark.dataset.newest);
          try {
            const kept = JSON.parse(memory.getItem('tabpipe:thread:' + page(link.pathname)));
            return unpacked(kept.read, newest).has(newest);
          } catch { return false; }
        }
        function markRead() {
          for (const mark of document.querySelectorAll('.unread:not([hidden])'))
            if (hasRead(mark)) {
              mark.hidden = true;
              mark.closest('li').querySelector('h2').classList.remove('new');
            }
        }
        if (document.querySelector('.unread')) {
          markRead();
          // Going back may show the page as it was left, and another tab may show the thread.
          for (const type of ['pageshow', 'storage']) addEventListener(type, markRead);
        }

        """#

    private static let list = #"""
        const tools = document.querySelector('[data-tools]');
        if (!tools) return;
        const field = tools.querySelector('input');
        const filters = [...tools.querySelectorAll('[data-filter]')];
        const found = tools.querySelector('.results');
        const items = [...document.querySelectorAll('.cards > li, .rows > li')].map(element => ({ element, text: null }));

        const searched = item => item.text ??=
          folded([...item.element.querySelectorAll('h2, .about, .names, p:not(.people)')].map(part => part.textContent).join('\n'));

        let vertical = '', wanted = '';
        function show() {
          const parts = wordsOf(wanted);
          let count = 0;
          for (const item of items) {
            const isShown = (!vertical || item.element.dataset.vertical === vertical) && parts.every(part => searched(item).includes(part));
            if (isShown) count++;
            if (item.element.hidden === isShown) item.element.hidden = !isShown;
          }
          for (const list of document.querySelectorAll('.cards, .rows')) {
            const isEmpty = !list.querySelector(':scope > :not([hidden])');
            list.hidden = isEmpty;
            if (list.previousElementSibling?.localName === 'h2') list.previousElementSibling.hidden = isEmpty;
          }
          for (const filter of filters) filter.setAttribute('aria-pressed', filter.dataset.filter === vertical);
          found.textContent = !vertical && !parts.length ? '' : count ? counted('results', count) : word('noResults');
        }

        function read() {
          if (['#content', '#search'].includes(location.hash)) return;
          const state = new URLSearchParams(/^#(vertical|q)=/.test(location.hash) ? location.hash.slice(1) : '');
          const given = state.get('vertical') ?? '';
          vertical = filters.some(filter => filter.dataset.filter === given) ? given : '';
          wanted = field ? state.get('q') ?? '' : '';
          if (field && field.value !== wanted) field.value = wanted;
          show();
        }

        function write(method) {
          const state = new URLSearchParams();
          if (vertical) state.set('vertical', vertical);
          if (wanted) state.set('q', wanted);
          const text = String(state);
          history[method](history.state, '', location.href.split('#')[0] + (text && '#' + text));
        }

        for (const filter of filters)
          filter.addEventListener('click', () => {
            vertical = filter.dataset.filter ?? '';
            write('pushState');
            show();
          });
        let timer = 0;
        field?.addEventListener('input', () => {
          clearTimeout(timer);
          timer = setTimeout(() => {
            wanted = field.value;
            write('replaceState');
            show();
          }, 100);
        });
        addEventListener('popstate', read);
        read();

        """#
}

/// The script of the list of all messages: a search over sender, blurb and the beginning of each text.
enum MessageListScript {
    /// The words that the script shows.
    static let words: [ScriptWord] = [.counted("found", .found)]

    static let text = DateScript.text + SearchScript.text + filter

    private static let filter = #"""
        const search = document.querySelector('.search');
        const field = search.querySelector('input'), status = search.querySelector('[role=status]');
        const lines = [...document.querySelectorAll('.lines li')];
        const texts = [];
        let run = 0;
        async function filter() {
          const mine = ++run, words = wordsOf(field.value);
          tabStorage.set('search:' + page(location.pathname), field.value);
          let count = 0, started = performance.now();
          for (let index = 0; index < lines.length; index++) {
            texts[index] ??= folded(lines[index].textContent + ' ' + (lines[index].dataset.text ?? ''));
            const isFound = words.every(word => texts[index].includes(word));
            if (lines[index].hidden === isFound) lines[index].hidden = !isFound;
            if (isFound) count += 1;
            if (index % 50 === 0 && performance.now() - started > SLICE) {
              await new Promise(resolve => setTimeout(resolve));
              if (mine !== run) return;
              started = performance.now();
            }
          }
          status.textContent = words.length ? counted('found', count) : '';
        }
        nameDates(document.querySelectorAll('.lines time'));
        search.hidden = false;
        field.addEventListener('input', filter);
        field.value = tabStorage.get('search:' + page(location.pathname)) ?? '';
        if (field.value) filter();

        """#
}

/// Compares texts for a search.
private enum SearchScript {
    static let text = #"""
        // Letters without case and accents. A search for "kuche" finds "Küche", one for "strasse" finds "Straße".
        const alike = { 'ß': 'ss', 'æ': 'ae', 'œ': 'oe', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ı': 'i' };
        const folded = text => text.toLowerCase().normalize('NFKD').replace(/(?![\u3099\u309A])\p{M}|\u0640/gu, '')
          .replace(/[ßæœøłđı]/g, letter => alike[letter]).normalize('NFC');
        // The words of a search. A text that contains all of them is found.
        const wordsOf = text => folded(text).split(/\s+/).filter(Boolean);

        """#
}
