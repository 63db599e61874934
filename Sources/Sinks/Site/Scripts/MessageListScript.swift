/// The script of the list of all messages: a search over sender, blurb and the beginning of each text.
enum MessageListScript {
    /// The words that the script shows.
    static let words: [ScriptWord] = [.counted("found", .found)]

    static let text = DateScript.text + SearchScript.text + filter

    private static let filter = #"""
        const search = document.querySelector('.search');
        const field = search.querySelector('input'), status = search.querySelector('[role=status]');
        const lines = [...document.querySelectorAll('.lines li')];
        const SLICE = 8; // milliseconds of work without a pause
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
        // The dates take their words in the same slices; a search waits for none of them.
        const times = [...document.querySelectorAll('.lines time')].reverse();
        setTimeout(function nameDates() {
          const end = performance.now() + SLICE;
          while (times.length && performance.now() < end) nameDate(times.pop());
          if (times.length) setTimeout(nameDates);
        });
        search.hidden = false;
        field.addEventListener('input', filter);
        field.value = tabStorage.get('search:' + page(location.pathname)) ?? '';
        if (field.value) filter();

        """#
}
