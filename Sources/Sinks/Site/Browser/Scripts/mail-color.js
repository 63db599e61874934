// Changes the color of text that has too little contrast with its background.
//
// `ground` is the color of the nearest painted background. Background images of other hosts are not painted, so text on them is checked
// against that color, too.

// The least contrast of text with its background, as a ratio of WCAG.
const LEAST_CONTRAST = __MIN_CONTRAST__;
// Links and plain text have colors of this page. On a background of the sender's they need more contrast.
const OWN_INKS = new Set([__OWN_INKS__]), LEAST_OWN_CONTRAST = __MIN_TEXT_CONTRAST__;
const INKS = ['__INK__', '#ffffff'];

// Returns red, green and blue from 0 to 255, and alpha from 0 to 1.
function color(text) {
  const numbers = text.match(/[\d.]+(?:e-?\d+)?%?/g)?.map(each => parseFloat(each) / (each.endsWith('%') ? 100 : 1)) ?? [];
  if (!text.startsWith('rgb')) return text.startsWith('color(srgb') ? [...numbers.slice(0, 3).map(each => each * 255), numbers[3] ?? 1] : [0, 0, 0, 0];
  return [...numbers.slice(0, 3), numbers[3] ?? 1];
}
const over = (front, back) => [0, 1, 2].map(index => front[index] * front[3] + back[index] * (1 - front[3])).concat(1);
function luminance(rgb) {
  const [red, green, blue] = rgb.map(each => each / 255).map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one, other) {
  const lights = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lights[0] + 0.05) / (lights[1] + 0.05);
}
const hexColor = text => color('rgb(' + [1, 3, 5].map(index => parseInt(text.slice(index, index + 2), 16)).join() + ')');
const INK_COLORS = INKS.map(hexColor);

// Extends the background of the mail to the space around it. It is the background of the outermost element that fills the part.
function fillRim(fit, part) {
  let element = part, box = part.getBoundingClientRect();
  const style = part.ownerDocument.defaultView.getComputedStyle(part);
  const width = box.width - pixels(style.paddingLeft) - pixels(style.paddingRight);
  const height = box.height - pixels(style.paddingTop) - pixels(style.paddingBottom);
  for (let depth = 0; depth < 12; depth++) {
    element = [...element.children].slice(0, 50).find(child => {
      const { width: wide, height: high } = child.getBoundingClientRect();
      return wide >= width - 2 && high >= height - 24;
    });
    if (!element) return;
    const ground = part.ownerDocument.defaultView.getComputedStyle(element).backgroundColor;
    if (color(ground)[3] < 1) continue;
    write(fit, part, { 'background-color': ground });
    // The height of the frame is rounded up, so that a line of the body can show below the part.
    if (!part.nextElementSibling) write(fit, part.ownerDocument.body, { 'background-color': ground });
    return;
  }
}

function* fitColors(fit, facts) {
  // Most texts of a mail share few pairs of colors.
  const chosen = new Map();
  for (let index = 0; index < facts.length; index++) {
    if (isPause(index)) yield;
    const fact = facts[index], changes = fact.changes;
    if ('color' in fact.up.changes) changes.color = fact.ink;
    if (!fact.hasText || fact.isInvisible) continue;
    const key = fact.ink + fact.ground + fact.opacity;
    if (!chosen.has(key)) chosen.set(key, readableInk(fact));
    const ink = chosen.get(key);
    if (!ink) continue;
    changes.color = ink;
    if (fact.opacity < 0.8) for (let each = fact; each.element && each.ownOpacity < 1; each = each.up) each.changes.opacity = '1';
  }
}

// Returns the color that text needs instead of its own; nothing if its own can be read.
function readableInk(fact) {
  const ink = color(fact.ink);
  ink[3] *= fact.opacity;
  if (contrast(over(ink, fact.ground), fact.ground) >= (OWN_INKS.has(fact.ink) ? LEAST_OWN_CONTRAST : LEAST_CONTRAST)) return null;
  const best = INK_COLORS.map(each => contrast(each, fact.ground));
  return INKS[best[0] >= best[1] ? 0 : 1];
}
