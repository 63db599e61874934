// The script of a timeline: this file and those that follow it.
//
// It runs as soon as all cells are there, and places the view before the first paint. The bodies follow. Each is shown in a frame that runs
// no scripts. Only messages near the viewport have a frame; the others keep its height. Every change of heights goes through `change`,
// which restores the reader's position.

const thread = document.querySelector('[data-thread]');
if (!thread) return document.documentElement.classList.remove('placing');
const MAX_FRAMES = 24;
const COUNT = Number(thread.dataset.count);
// The name of the stored state. All pages of a thread share one state, under the address of the newest page.
const key = page(new URL(thread.dataset.thread || location.href, location.href).pathname);

// Stored values are not trusted: other pages of the same origin can write them.
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
  // Another tab with the same thread may have changed the stored state.
  const kept = recall();
  for (const number of kept.opened) opened.add(number);
  for (const number of kept.read) read.add(number);
  try { memory.setItem('tabpipe:thread:' + key, JSON.stringify({ opened: packed(opened), read: packed(read) })); } catch { }
}
const remembered = name => { try { return asList(JSON.parse(tabStorage.get(name + key))); } catch { return []; } };
const allowed = new Set(remembered('images:'));
let allAllowed = thread.dataset.images === 'show' || allowed.has('all');

// The share of the window that the bar may cover. A higher bar stands above the thread: it has more lines in narrow windows, with large
// text and in some languages.
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
