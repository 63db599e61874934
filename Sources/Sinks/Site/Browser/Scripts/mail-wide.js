// Treats content that is still too wide. Zooms out as far as the text stays readable. Then the box scrolls sideways, with a button that
// shows the content in full.

// Puts an element into a box that is as wide as the frame allows. The rules of a mail do not match the element name `fit-box`.
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
  // Outer boxes come before inner ones. All boxes of a level are read before one is written, so that the browser lays out once.
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

// Puts a button over the frame, because in some browsers a frame without scripts does not react to a click.
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
  // All positions are read before one is written, so that the browser lays the mail out once.
  const places = (cell.fit?.wide ?? []).map(([box, made]) => [made, Math.round(box.getBoundingClientRect().top) + 'px']);
  for (const [made, place] of places) if (made.style.top !== place) made.style.top = place;
}

// Fits the colors of an enlarged part: without the backgrounds around it, its text may need other colors.
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
