// Makes the text of a mail readable: its font size, its line height, its long words.

// In CSS pixels. Text below MAX_HIDDEN is meant to be invisible.
const SMALLEST_TEXT = __SMALLEST_TEXT__, MAX_HIDDEN = __LARGEST_HIDDEN__;
// A negative indent above this, in CSS pixels, hides the text. The sanitiser keeps negative indents from 1,000 px on, but counts 16 px for
// an `em`, which can be less.
const HIDING_INDENT = 500;
// Words of this length may break at any place. In scripts without spaces, lines break anyway.
const LONG_WORD = /[!-\u10ff]{22,}/g;

function* fitText(fit, facts, room) {
  for (let index = 0; index < facts.length; index++) {
    if (isPause(index)) yield;
    const fact = facts[index];
    if (fact.isHidden) continue;
    if (fact.textIndent < -HIDING_INDENT) {
      fact.changes.visibility = 'hidden';
      fact.changes['text-indent'] = '0';
      fact.isInvisible = true;
      continue;
    }
    if (fact.up.changes.visibility === 'hidden' && !fact.isInvisible) fact.changes.visibility = 'visible';
    let size = fact.size;
    if (fact.hasText) {
      if (size < MAX_HIDDEN) size = 0; else if (size < SMALLEST_TEXT) size = SMALLEST_TEXT;
      // Headlines whose words are wider than the frame.
      const length = size > 22 || fact.spacing > 2 ? longestWord(fact.element) : 0;
      if (length * (size * 0.6 + fact.spacing) > room * 0.9 && fact.spacing > 2) fact.changes['letter-spacing'] = 'normal';
      if (size > 22 && length * size * 0.6 > room * 0.9) size = Math.max(22, Math.floor(room * 0.9 / (0.6 * length)));
      breakLongWords(fact.element);
    }
    // An element of a good size must not inherit a changed size from its parent.
    if (size !== fact.size || 'font-size' in fact.up.changes) fact.changes['font-size'] = size + 'px';
    if (fact.hasText && fact.line !== 'normal' && pixels(fact.line) < size * 1.1) fact.changes['line-height'] = '1.25';
    if (Math.abs(fact.textIndent) > room / 4) fact.changes['text-indent'] = '0';
    if (fact.hasText && size === 0) fact.isInvisible = true;
  }
}

function longestWord(element) {
  let longest = 0;
  for (const node of element.childNodes)
    if (node.nodeType === 3) for (const word of node.data.slice(0, 2000).split(/\s+/)) if (word.length <= 40) longest = Math.max(longest, word.length);
  return longest;
}

// Puts long words into elements of their own, so that only these break inside.
function breakLongWords(element) {
  if (element.localName === 'fit-word') return;
  for (const node of [...element.childNodes]) {
    if (node.nodeType !== 3) continue;
    let rest = node;
    const matches = [...node.data.matchAll(LONG_WORD)];
    let offset = 0;
    for (const match of matches) {
      const word = rest.splitText(match.index - offset);
      rest = word.splitText(match[0].length);
      offset = match.index + match[0].length;
      const box = element.ownerDocument.createElement('fit-word');
      word.replaceWith(box);
      box.append(word);
    }
  }
}
