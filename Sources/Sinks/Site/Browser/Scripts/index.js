// Lists of entries: the search and the filter over the entries of the page.
//
// The address keeps their state (`#vertical=retail&q=ferry`), so that it survives a visit of an article, and so that Back undoes a filter.

nameDates(document.querySelectorAll('.rows time'), true);
// A thread whose newest message the reader has seen on this device loses its mark.
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
