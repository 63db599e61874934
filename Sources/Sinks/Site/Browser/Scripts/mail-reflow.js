// Stacks the cells of layout tables, and the items of flex boxes and grids, where they do not fit side by side.

const CONTAINERS = new Set(['table', 'inline-table', 'flex', 'inline-flex', 'grid', 'inline-grid']);
// The largest number of rounds that make containers narrower. Each round treats one level of nested containers, or does one step for a
// container.
const REFLOW_ROUNDS = 24;
// A cell with more than MAX_LABEL characters is a column of text, which needs NARROWEST_COLUMN pixels.
const MAX_LABEL = 28, NARROWEST_COLUMN = 130;

function* reflow(fit, facts, part) {
  yield* fitWidths(fit, facts);
  const known = new Map(facts.map(fact => [fact.element, fact]));
  let containers = facts.filter(fact => !fact.isHidden && CONTAINERS.has(fact.display));
  for (let round = 0; round < REFLOW_ROUNDS && containers.length; round++) {
    yield;
    const rest = fact => fit.room - fact.up.indent;
    const wide = containers.filter(fact => isTooWide(fact, rest(fact)));
    const narrow = round === 0 ? containers.filter(fact => fact.display === 'table' && hasNarrowColumns(fact)) : [];
    // Of nested containers that are too wide, the innermost one is the cause.
    const outer = new Set();
    for (const fact of wide) for (let each = fact.up; each.element && !outer.has(each); each = each.up) outer.add(each);
    const chosen = wide.filter(fact => !outer.has(fact));
    if (!chosen.length && !narrow.length) break;
    const done = new Set();
    const fixed = wide.filter(fact => !fact.step);
    for (const fact of fixed) loosen(fit, fact, known);
    if (!fixed.length) for (const fact of chosen) if (!shrink(fit, fact, known, rest(fact))) done.add(fact);
    for (const fact of narrow) if (!wide.includes(fact)) stack(fit, fact, known);
    containers = containers.filter(fact => !done.has(fact));
  }
}

// Corrects boxes that are wider than the frame, narrower than a word, or overflowed by lines that may not wrap.
function* fitWidths(fit, facts) {
  const found = [];
  for (let index = 0; index < facts.length; index++) {
    if (isPause(index)) yield;
    const fact = facts[index];
    if (fact.isHidden || fact.display === 'inline') continue;
    const { offsetWidth, clientWidth, scrollWidth } = fact.element;
    if (offsetWidth > fit.room + 1) found.push([fact.element, 'narrow']);
    else if (!fact.hasText || fact.display.startsWith('table')) continue;
    else if (clientWidth < fit.room / 2 && clientWidth < longestWord(fact.element) * fact.size * 0.55) found.push([fact.element, 'wide']);
    else if (scrollWidth > clientWidth + 1) found.push([fact.element, 'narrow']);
  }
  for (const [element, value] of found) mark(fit, element, value);
}

// After step 2, the items of a container are blocks. The container then has the width of its parent, and is too wide only if its content
// overflows.
function isTooWide(fact, rest) {
  const { scrollWidth, clientWidth, offsetWidth } = fact.element;
  const overflows = scrollWidth > clientWidth + 1;
  return overflows && (fact.step >= 2 || !fact.display.includes('table') || scrollWidth > rest + 1) || !(fact.step >= 2) && offsetWidth > rest + 1;
}

// Removes the fixed widths of a container and its cells.
function loosen(fit, fact, known) {
  fact.step = 1;
  mark(fit, fact.element, 'loose');
  for (const cell of cellsOf(fact.element, known)) mark(fit, cell, 'loose');
}

// Stacks the cells of a layout table. Puts a data table, or a container that is still too wide, into a box. Returns whether a further step
// is left.
function shrink(fit, fact, known, rest) {
  fact.step += 1;
  if (fact.step === 2 && !isData(fact.element)) {
    stack(fit, fact, known);
    return true;
  }
  putIntoBox(fit, fact.element, rest);
  return false;
}

// Returns the rows and cells of a table, without those of nested tables.
function cellsOf(container, known) {
  const found = [];
  const collect = element => {
    for (const child of element.children) {
      const display = known.get(child)?.display ?? '';
      if (!display.startsWith('table') || display === 'table') continue;
      found.push(child);
      if (display !== 'table-cell' && display !== 'table-caption') collect(child);
    }
  };
  collect(container);
  return found;
}

function stack(fit, fact, known) {
  mark(fit, fact.element, 'block');
  for (const element of cellsOf(fact.element, known)) {
    const display = known.get(element).display;
    mark(fit, element, display === 'table-cell' ? (isEmptyCell(element) ? 'gone' : isLabel(element) ? 'inline' : 'block')
      : display.startsWith('table-column') ? 'gone' : 'block');
  }
}
const hasVisible = element => VISIBLE.test(element.textContent);
const isEmptyCell = cell => !hasVisible(cell) && !cell.querySelector('img, hr, [data-waiting]');
// Cells of a navigation bar stay side by side as far as they fit.
const isLabel = cell => cell.textContent.trim().length <= MAX_LABEL && !cell.querySelector('table, div, p, h1, h2, h3, ul, ol')
  && isBar(cell.parentElement);
const bars = new WeakMap();
function isBar(row) {
  if (!bars.has(row)) bars.set(row, row.children.length > 1 && [...row.children].every(each => each.textContent.trim().length <= MAX_LABEL));
  return bars.get(row);
}

// Whether a table holds data, whose cells mean nothing without their columns.
function isData(table) {
  if (table.localName !== 'table' || table.querySelector('table') || /^(?:presentation|none)$/i.test(table.getAttribute('role') ?? '')) return false;
  const rows = [...table.rows].slice(0, 20).filter(row => row.cells.length > 1);
  const columns = Math.max(0, ...rows.map(row => row.cells.length));
  if (columns < 2 || rows.length < 2) return false;
  if (table.querySelector('th') || pixels(table.getAttribute('border')) > 0) return true;
  const cells = rows.flatMap(row => [...row.cells]);
  return columns > 2 && rows.length > 2 && cells.filter(cell => cell.textContent.trim().length <= MAX_LABEL && !cell.querySelector('img')).length > cells.length * 0.8;
}

function hasNarrowColumns(fact) {
  const table = fact.element;
  if (table.localName !== 'table' || !table.rows.length) return false;
  const rows = [...table.rows].slice(0, 50);
  return rows.some(row => {
    const texts = [...row.cells].filter(cell => cell.textContent.trim().length > MAX_LABEL);
    return row.cells.length > 1 && texts.some(cell => cell.clientWidth > 0 && cell.clientWidth < NARROWEST_COLUMN);
  }) && !isData(table);
}
