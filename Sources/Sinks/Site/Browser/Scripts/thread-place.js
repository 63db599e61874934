// Keeps the reader's position, and decides which messages have a frame.

// The reader's position: a message, and the distance from its top to the top of the viewport.
let place = null;
let lastScrollY = -1;
const top = cell => cell.element.getBoundingClientRect().top;

function firstBelow(limit) {
  let low = 0, high = cells.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cells[middle].element.getBoundingClientRect().bottom > limit) high = middle; else low = middle + 1;
  }
  return low;
}

function anchorTo(cell) { place = { cell, offset: -top(cell) }; }

// Stores the position: the first message whose top is visible, or the one that fills the viewport.
function savePosition() {
  if (!cells.length) return;
  let index = Math.min(firstBelow(1), cells.length - 1);
  if (top(cells[index]) < -1 && index + 1 < cells.length && top(cells[index + 1]) < innerHeight) index += 1;
  anchorTo(cells[index]);
  lastScrollY = scrollY;
}

// After Home and End, the browser scrolls smoothly to its target. A correction of the position would stop it.
let jumpEnd = 0;
const JUMP_TIME = 1000; // the longest time of a jump, in milliseconds
addEventListener('keydown', event => { if (['Home', 'End'].includes(event.key)) jumpEnd = performance.now() + JUMP_TIME; });
addEventListener('scrollend', () => { jumpEnd = 0; });

function restore() {
  if (!place || performance.now() < jumpEnd) return;
  const target = top(place.cell) + place.offset;
  if (Math.abs(target) > 0.5) scrollTo({ left: 0, top: scrollY + target, behavior: 'instant' });
  lastScrollY = scrollY;
}

// Runs an action that changes heights, and restores the reader's position.
function keepPosition(action) {
  if (Math.abs(scrollY - lastScrollY) > 1) savePosition();
  action();
  restore();
}
function change(action) { keepPosition(action); schedule(); }

// Limits frames to the messages near the viewport. Each step is a task of its own after the next painting: a browser takes about as long to
// create or remove a frame as to paint.
let isScheduled = false;
function schedule() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => setTimeout(() => { isScheduled = false; update(); }));
}

function distance(cell, box = cell.element.getBoundingClientRect()) {
  return Math.max(box.top - innerHeight, -box.bottom, 0);
}

// Gives one message a frame, the nearest first, or removes one frame.
function update() {
  const near = [];
  for (let index = firstBelow(-1.5 * innerHeight); index < cells.length; index++) {
    const cell = cells[index], box = cell.element.getBoundingClientRect();
    if (box.top > 2.5 * innerHeight) break;
    if (!cell.box) continue;
    if (cell.data.body !== undefined) near.push([distance(cell, box), cell]);
    else if (cell.data.url && !cell.remote) fetchBody(cell);
  }
  const wanted = new Set(near.sort((a, b) => a[0] - b[0]).slice(0, MAX_FRAMES).map(pair => pair[1]));
  const missing = [...wanted].find(cell => !live.has(cell));
  const spare = [...live].filter(cell => !wanted.has(cell) && cell.frame !== document.activeElement);
  const far = spare.sort((a, b) => distance(b) - distance(a))[0];
  const movable = missing && canMove && spare.find(cell => cell.content && hasPolicyFor(cell.frame, missing));
  updatePill();
  if (movable) keepPosition(() => move(movable, missing));
  else if (missing && live.size < MAX_FRAMES) mount(missing); // which changes no height
  else if (far && (canMove ? missing && far.content : live.size + wanted.size > MAX_FRAMES || distance(far) > 4 * innerHeight)) keepPosition(() => unmount(far));
  else return;
  schedule();
}
