// Gives frames to bodies, and sets each frame's height to that of its content.

const escapedText = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
// The policy of a frame. It blocks images of other hosts until the reader asks, even if the sanitiser missed one.
const policy = showsImages => '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'; img-src ' +
  (showsImages ? 'http: https: data:' : 'data:') + '; form-action \'none\'; base-uri \'none\'">';
const startOfFrame = (cell, kind) => '<!DOCTYPE html><html lang="' + document.documentElement.lang + '" class="' + (cell.data.paper || '') +
  kind + '"><head><meta charset="utf-8">' + policy(mayLoad(cell)) + '<title>' + escapedText(cell.title) + '</title><style>' + thread.dataset.style + '</style></head><body><div id="content">';
const END_OF_FRAME = '</div></body></html>';
// The document that shows a part of a mail in full.
const wholeDocument = (cell, box, html) => startOfFrame(cell, ' whole') + '<div id="' + box.closest('#own, #quoted').id + '" dir="auto">' +
  [...cell.content.querySelectorAll('style')].map(sheet => sheet.outerHTML).join('') + html + '</div>' + END_OF_FRAME;
const owners = new WeakMap();
const resizeObserver = new ResizeObserver(entries => change(() => { for (const entry of entries) measure(owners.get(entry.target)); }));
const mayLoad = cell => allAllowed || allowed.has(cell.number);
// The frames whose policy allows images. No document can change its policy.
const openFrames = new WeakSet();
const hasPolicyFor = (frame, cell) => openFrames.has(frame) === mayLoad(cell);

// Longest time for which a body stays hidden because it is being fitted, in milliseconds.
const HIDDEN_TIME = 400;
// A frame can move to another cell together with its document. That takes a tenth of the time of a new frame.
const canMove = 'moveBefore' in Element.prototype;

function mount(cell) {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-same-origin allow-popups allow-popups-to-escape-sandbox');
  frame.srcdoc = startOfFrame(cell, '') + END_OF_FRAME;
  if (mayLoad(cell)) openFrames.add(frame);
  frame.addEventListener('load', () => { for (const cell of live) if (cell.frame === frame) fill(cell); });
  give(cell, frame);
  cell.box.append(frame);
}

// Moves the frame of one cell to another.
function move(from, cell) {
  const frame = from.frame;
  leave(from);
  frame.style.height = '';
  give(cell, frame);
  cell.box.moveBefore(frame, null);
  fill(cell);
}

function give(cell, frame) {
  frame.title = cell.title;
  frame.className = 'coming';
  cell.frame = frame;
  live.add(cell);
}

// Writes the body into the frame, each step in a task of its own. The body is shown once it is fitted.
function fill(cell) {
  const frame = cell.frame, mail = frame.contentDocument;
  if (!mail?.body) return;
  mail.title = cell.title;
  mail.documentElement.className = cell.data.paper ?? '';
  // Fitting an earlier mail may have written to these elements.
  for (const element of [mail.documentElement, mail.body]) element.removeAttribute('style');
  const content = mail.createElement('div');
  content.id = 'content';
  content.innerHTML = '<div id="own" dir="auto">' + (isLong(cell) ? '' : cell.data.body) + '</div>' +
    (cell.data.quoted ? '<div id="quoted" dir="auto"' + (cell.showsQuote ? '' : ' hidden') + '>' + cell.data.quoted + '</div>' : '');
  mail.body.replaceChildren();
  frame.contentWindow.scrollTo(0, 0);
  cell.content = content;
  cell.hiddenUntil = performance.now() + HIDDEN_TIME;
  owners.set(content, cell);
  for (const type of ['load', 'error'])
    content.addEventListener(type, event => {
      if (event.target.localName === 'img') imageSettled(cell, event.target, type === 'error');
    }, true);
  const steps = [
    () => {
      mail.body.append(content);
      if (mayLoad(cell)) showImages(cell); else nameImages(waitingImages(content));
    },
    () => content.getBoundingClientRect(), // lays the mail out
    () => {
      if (!isLong(cell)) fitMail(cell);
      if (!cell.fit) show(cell);
      if (isLong(cell)) runFilling(cell, content, fillFrame(cell, content));
    },
  ];
  setTimeout(function run() {
    if (cell.content !== content) return;
    steps.shift()();
    if (steps.length) setTimeout(run);
  });
}

function show(cell) {
  cell.hiddenUntil = 0;
  change(() => {
    cell.frame.className = '';
    cell.box.classList.add('live');
    if (!isLong(cell)) cell.box.style.minHeight = '';
    measure(cell);
  });
  resizeObserver.observe(cell.content);
}

function unmount(cell) {
  const frame = cell.frame;
  leave(cell);
  frame.remove();
}

// Replaces the frame by one whose policy allows images, in the same place and height.
function renew(cell) {
  change(() => {
    unmount(cell);
    cell.box.classList.add('live');
  });
}

// Takes the frame from a cell, which keeps the height.
function leave(cell) {
  if (cell.content) resizeObserver.unobserve(cell.content);
  dropFit(cell);
  cell.box.classList.remove('live');
  cell.box.removeAttribute('aria-busy');
  if (cell.height) cell.box.style.minHeight = cell.height + 'px';
  cell.frame = cell.content = null;
  cell.hiddenUntil = 0;
  live.delete(cell);
}

// Fits the content, and sets the frame's height to that of the content.
function measure(cell) {
  const content = cell?.content;
  if (!content?.isConnected || !cell.frame?.clientWidth) return;
  fitMail(cell);
  const shown = content.ownerDocument.body.getBoundingClientRect().height;
  const whole = Math.ceil(content.scrollHeight > shown + 1 ? content.scrollHeight : shown);
  // Nested sizes can multiply, so that a mail is too high to scroll past. Above the limit, the mail scrolls in its frame.
  const limit = 20000 + 30 * Number(cell.data.length || 0) + 3000 * content.querySelectorAll('img').length;
  const height = Math.min(whole, limit);
  content.ownerDocument.documentElement.style.overflow = whole > limit ? 'auto' : '';
  if (height !== cell.height || cell.frame.style.height !== height + 'px') cell.frame.style.height = height + 'px';
  cell.height = height;
  placeButtons(cell);
  sayWhetherBusy(cell);
}

function showQuote(cell) {
  const quoted = cell.content?.querySelector('#quoted');
  if (!quoted) return;
  change(() => {
    quoted.hidden = !cell.showsQuote;
    measure(cell);
  });
}
