// Restores the state of a timeline: the opened messages and the reader's position.

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

// Marks messages that are newer than those of the last visit.
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
// A reload restores the history entry as it was before `pagehide`. So the end of a scroll saves the position at once, without the timer.
addEventListener('scrollend', () => { if (timer) saveHistory(); });
setTimeout(markRead, 1000);
addEventListener('pagehide', saveHistory);
addEventListener('resize', () => { restore(); schedule(); });
addEventListener('load', () => { restore(); schedule(); });
new ResizeObserver(() => { restore(); schedule(); }).observe(thread);
