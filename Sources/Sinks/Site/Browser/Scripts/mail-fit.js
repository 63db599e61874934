// Fits a mail into its frame. When the width or the color scheme changes, it undoes the changes and fits again.
//
// A first pass reads the computed styles of all elements without writing, so that the browser lays out once. Steps then write. A large mail
// is fitted in slices, so that the page stays responsive; a mail of usual size is fitted before it is shown.

// The longest tasks of fitting, in milliseconds: the first task for a part of a body that is visible already, and all other tasks.
const FIRST_SLICE = 30, FIT_SLICE = 12;
// The clock is read after every 16th element: reading it after each one would take longer than the work.
const isPause = index => index % 16 === 15;
// A visible character: no space, no format character, no joiner.
const VISIBLE = /[^\s\u00ad\u034f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/;
const showsText = element => {
  for (let node = element.firstChild; node; node = node.nextSibling) if (node.nodeType === 3 && VISIBLE.test(node.data)) return true;
  return false;
};
const pixels = value => parseFloat(value) || 0;

// Reads the facts about each element that the steps need.
function* survey(part) {
  const view = part.ownerDocument.defaultView;
  const paper = view.getComputedStyle(part.ownerDocument.body);
  let ground = [255, 255, 255, 1];
  const around = [];
  for (let element = part.parentElement; element; element = element.parentElement) around.unshift(element);
  for (const element of around) ground = over(color(view.getComputedStyle(element).backgroundColor), ground);
  const top = { element: null, up: null, ground, opacity: 1, isHidden: false,
    ink: paper.color, size: pixels(paper.fontSize), indent: 0, changes: {} };
  const facts = [], known = new Map();
  const elements = [part, ...part.querySelectorAll('*')];
  for (let index = 0; index < elements.length; index++) {
    if (isPause(index)) yield;
    const element = elements[index];
    const up = known.get(element.parentElement) ?? top;
    const style = view.getComputedStyle(element);
    const background = color(style.backgroundColor);
    const fact = { element, up, display: style.display, size: pixels(style.fontSize), line: style.lineHeight, ink: style.color,
      opacity: up.opacity * style.opacity, ownOpacity: +style.opacity, maxHeight: style.maxHeight, isEmptied: false,
      ground: background[3] > 0 ? over(background, up.ground) : up.ground, indent: 0, changes: {},
      hasText: showsText(element), textIndent: pixels(style.textIndent), spacing: pixels(style.letterSpacing) };
    fact.isHidden = up.isHidden || fact.display === 'none' || fact.opacity === 0;
    fact.isInvisible = fact.isHidden || style.visibility !== 'visible';
    fact.sides = fact.isHidden || fact.display === 'inline' ? null : sides(element, style);
    // For a cell of a table, `height` is a minimum. For a cell that the sender displays as a block, it would cut the content.
    if (/^t[drh]$|^table$/.test(element.localName) && !fact.display.includes('table') && element.firstChild)
      fact.changes.height = 'auto';
    known.set(element, fact);
    facts.push(fact);
  }
  return facts;
}

// Writes declarations that override those of the mail, and stores the old style attribute.
function write(fit, element, changes) {
  if (!fit.styles.has(element)) fit.styles.set(element, element.getAttribute('style'));
  for (const name in changes) element.style.setProperty(name, changes[name], 'important');
}
function mark(fit, element, value) {
  fit.marked.add(element);
  element.dataset.fit = value;
}

// Ends the fitting of a mail that leaves its frame.
function dropFit(cell) {
  const fit = cell.fit;
  cell.fit = null;
  fit?.stop.abort();
  for (const button of fit?.buttons ?? []) button.remove();
  return fit;
}

function undoFit(cell) {
  const fit = dropFit(cell);
  if (!fit) return;
  for (const box of fit.boxes) box.replaceWith(...box.childNodes);
  for (const element of fit.marked) {
    delete element.dataset.fit;
    delete element.dataset.wide;
    element.removeAttribute('tabindex');
  }
  for (const [element, style] of fit.styles) if (style === null) element.removeAttribute('style'); else element.setAttribute('style', style);
}

function* fitPart(cell, fit, part) {
  if (cell.data.paper && part.localName === 'div') fillRim(fit, part);
  const facts = yield* survey(part);
  fitHidden(fit, facts);
  yield* fitText(fit, facts, fit.room);
  yield* fitColors(fit, facts);
  yield* fitIndents(fit, facts, fit.room);
  yield* writeChanges(fit, facts);
  yield* reflow(fit, facts, part);
  yield* fitRest(cell, fit, facts, part);
}

function* writeChanges(fit, facts) {
  for (let index = 0; index < facts.length; index++) {
    if (isPause(index)) yield;
    for (const _ in facts[index].changes) {
      write(fit, facts[index].element, facts[index].changes);
      break;
    }
  }
}

// Hides elements that the sender hides by size alone, as newsletters do with their preview texts.
function fitHidden(fit, facts) {
  for (const fact of facts) {
    const { height, width, overflow } = fact.element.style;
    const isEmpty = fact.maxHeight === '0px' || !fact.display.startsWith('table') && (/^0(?:px)?$/.test(height) || width === '0px' && overflow === 'hidden');
    if (!fact.up.isEmptied && !isEmpty) continue;
    fact.isEmptied = fact.isHidden = fact.isInvisible = true;
    if (!fact.up.isEmptied) fact.changes.display = 'none';
  }
}

// Fits the parts of a mail that are shown and not yet fitted.
function fitMail(cell) {
  const room = cell.frame?.clientWidth;
  if (!room || !cell.content) return;
  if (cell.fit?.pending === 0 && cell.content.scrollWidth > room + 1 && cell.fit.again < 3) {
    // Images have loaded, and are wider than expected: fit again.
    const again = cell.fit.again + 1;
    undoFit(cell);
    cell.fitAgain = again;
  }
  if (cell.fit && (cell.fit.room !== room || cell.fit.isDark !== darkScheme.matches)) {
    undoFit(cell);
    if (mayLoad(cell)) loadImages(cell.content);
  }
  const fit = cell.fit ??= { room, isDark: darkScheme.matches, parts: new Set(), styles: new Map(), marked: new Set(), boxes: [],
    buttons: [], wide: [], stop: new AbortController(), pending: 0, again: cell.fitAgain ?? 0 };
  cell.fitAgain = 0;
  for (const part of cell.content.querySelectorAll('#own:not([data-batched]), #quoted, fit-batch'))
    if (!part.hidden && !fit.parts.has(part)) {
      fit.parts.add(part);
      fit.pending += 1;
      runFit(cell, fit, fitPart(cell, fit, part), cell.hiddenUntil ? FIT_SLICE : FIRST_SLICE);
    }
}

// Sets `aria-busy` while the mail still changes, for screen readers and for programs that wait.
function sayWhetherBusy(cell) {
  if (cell.fit?.pending) cell.box.setAttribute('aria-busy', 'true'); else cell.box.removeAttribute('aria-busy');
}

function runFit(cell, fit, steps, slice = FIT_SLICE) {
  const end = performance.now() + slice;
  let isDone = false;
  do isDone = steps.next().done; while (!isDone && performance.now() < end);
  if (isDone) {
    fit.pending -= 1;
    sayWhetherBusy(cell);
    if (cell.hiddenUntil && !fit.pending) show(cell);
    return;
  }
  setTimeout(() => {
    if (cell.fit !== fit || !cell.content?.isConnected) return;
    if (cell.hiddenUntil > performance.now()) return runFit(cell, fit, steps);
    if (cell.hiddenUntil) show(cell);
    change(() => {
      runFit(cell, fit, steps);
      measure(cell);
    });
  });
}

const darkScheme = matchMedia('(prefers-color-scheme: dark)');
darkScheme.addEventListener('change', () => change(() => { for (const cell of live) measure(cell); }));
