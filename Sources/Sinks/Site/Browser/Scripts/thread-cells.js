// The cells of messages: their bodies, which follow the cells in the HTML, and their controls.

const cells = [...thread.querySelectorAll('.message')].map(element => {
  const heading = element.querySelector('h2');
  return {
    element, number: Number(element.id.slice(1)), data: element.dataset, box: element.querySelector('.body'), frame: null,
    content: null, hiddenUntil: 0, height: 0, fit: null, showsQuote: false, controls: null,
    title: heading ? word('messageFrom', heading.textContent) : element.getAttribute('aria-label'),
  };
});
const byNumber = new Map(cells.map(cell => [cell.number, cell]));
const live = new Set();
const columns = Math.max(20, thread.clientWidth / 8);

// Bodies follow all cells in the HTML, the newest first. Each is shown as soon as it is parsed.
const source = document.querySelector('.bodies');
function takeBodies() {
  let hasTaken = false;
  for (const element of source.querySelectorAll('i[data-for]')) {
    const cell = byNumber.get(Number(element.dataset.for));
    const { body, quoted } = element.dataset;
    element.remove();
    if (!cell) continue;
    if (quoted !== undefined) cell.data.quoted = quoted;
    cell.data.body = body;
    hasTaken = true;
  }
  if (hasTaken) schedule();
}
if (source) {
  const observer = new MutationObserver(takeBodies);
  observer.observe(source, { childList: true });
  addEventListener('DOMContentLoaded', () => {
    observer.disconnect();
    takeBodies();
  });
}

function button(cell, text, action) {
  if (!cell.controls) {
    cell.controls = document.createElement('p');
    cell.controls.className = 'controls';
    cell.box.after(cell.controls);
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
    cell.imageButton = button(cell, counted('showImages', count), () => {
      allowed.add(cell.number);
      tabStorage.set('images:' + key, JSON.stringify([...allowed]));
      showImages(cell);
      cell.box.focus({ preventScroll: true });
    });
  }
  if (cell.data.quotes !== undefined) {
    const made = button(cell, word('showQuote'), () => {
      cell.showsQuote = !cell.showsQuote;
      made.textContent = word(cell.showsQuote ? 'hideQuote' : 'showQuote');
      made.setAttribute('aria-expanded', cell.showsQuote);
      anchorTo(cell);
      showQuote(cell);
    });
    made.setAttribute('aria-expanded', false);
  }
}

// Replaces the blurb of a message by its body, for good.
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

// Gives the box the estimated height of its body, so that little moves when the body is shown.
function prepare(cell) {
  if (cell.data.length === undefined || !cell.box) return;
  const lines = Math.ceil(Number(cell.data.length) / columns) + 1;
  cell.box.style.minHeight = Math.min(lines * 24, 1200) + 'px';
  addControls(cell);
}
