// The list of all messages: a search over sender, blurb and the beginning of each text.

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
