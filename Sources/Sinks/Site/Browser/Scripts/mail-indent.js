// Limits paddings, margins and borders at the sides of nested elements, so that the text keeps a readable column.

// The share of the frame's width that the sides of all elements around a text may take.
const MAX_INDENT = 0.3;
const SIDES = ['padding-left', 'padding-right', 'border-left-width', 'border-right-width', 'margin-left', 'margin-right'];

// The depth of nested lists down to which markers stand beside the text. In deeper lists, they stand inside of it.
const MAX_OUTER_MARKERS = 3;
// The least padding for the markers of a list, in CSS pixels. Numbers with more digits need more.
const MIN_MARKER = 20;
function markerSpace(list, style) {
  if (!/^[uo]l$/.test(list.localName) || style.listStyleType === 'none' || style.listStylePosition !== 'outside') return 0;
  const last = (parseInt(list.getAttribute('start')) || 1) + list.childElementCount - 1;
  return Math.max(MIN_MARKER, list.localName === 'ol' ? Math.ceil((String(last).length * .56 + .55) * pixels(style.fontSize)) : 0);
}

// Returns the used sizes in the order of SIDES; null if all are zero. A margin `auto` counts as 0, because it only takes free space.
function sides(element, style) {
  const sizes = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth, style.marginLeft, style.marginRight]
    .map(pixels);
  for (const index of [4, 5])
    if (sizes[index] > 8 && element.computedStyleMap?.().get(SIDES[index])?.value === 'auto') sizes[index] = 0;
  if (!sizes.some(size => size > 0)) return null;
  return Object.assign(sizes, { start: style.direction === 'rtl' ? 1 : 0, marker: markerSpace(element, style) });
}
const sideLimit = (fact, side, limit) => side === fact.sides.start && fact.lists <= MAX_OUTER_MARKERS ? Math.max(limit, fact.sides.marker) : limit;
const sideSum = (fact, limit) => fact.sides.reduce((sum, size, side) => sum + Math.min(Math.max(size, 0), sideLimit(fact, side, limit)), 0);

function* fitIndents(fit, facts, room) {
  const most = room * MAX_INDENT;
  let limit = Infinity;
  for (const fact of facts) fact.lists = (fact.up.lists ?? 0) + (fact.sides?.marker ? 1 : 0);
  // Returns whether any text is indented too far if no side is larger than the limit, and marks the elements around such texts.
  const isTooDeep = () => {
    let isFound = false;
    for (const fact of facts) {
      fact.indent = fact.up.indent + (fact.sides ? sideSum(fact, fact.isDeep ? limit : Infinity) : 0);
      if (!fact.hasText || fact.isInvisible || fact.indent <= most) continue;
      isFound = true;
      if (limit < Infinity) continue;
      for (let each = fact; each.element && !each.isDeep; each = each.up) each.isDeep = true;
    }
    return isFound;
  };
  if (!isTooDeep()) return;
  for (limit of [32, 24, 16, 12, 8, 6, 4, 2, 1, 0]) {
    yield;
    if (!isTooDeep()) break;
  }
  for (let index = 0; index < facts.length; index++) {
    if (isPause(index)) yield;
    const fact = facts[index];
    if (!fact.isDeep || !fact.sides) continue;
    fact.sides.forEach((size, side) => {
      const most = sideLimit(fact, side, limit);
      if (size > most) fact.changes[SIDES[side]] = most + 'px';
    });
    if (fact.sides[fact.sides.start] > limit && limit < fact.sides.marker && fact.lists > MAX_OUTER_MARKERS)
      fact.changes['list-style-position'] = 'inside';
    // Paddings and margins above and below are reduced in proportion.
    const style = fact.element.ownerDocument.defaultView.getComputedStyle(fact.element);
    for (const name of ['padding-top', 'padding-bottom', 'margin-top', 'margin-bottom'])
      if (pixels(style.getPropertyValue(name)) > Math.max(2 * limit, 8)) fact.changes[name] = 2 * limit + 'px';
  }
}
