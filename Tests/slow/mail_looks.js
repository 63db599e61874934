// Looks at the visible text of a document, for mail_looks.py. Returns faults, words and the number of texts.
// arguments: whether the document is a frame of a timeline.
const isFrame = arguments[0];
if (isFrame && !document.querySelector('.message iframe')) return { faults: {}, words: [], added: [], smallest: 99, count: 0, wide: 0 };
const doc = isFrame ? document.querySelector('.message iframe').contentDocument : document;
const view = doc.defaultView;
const faults = {};
const note = (kind, text) => { (faults[kind] ??= []).push(text.trim().slice(0, 50)); };
const parse = text => { const n = (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number); return [n[0], n[1], n[2], n[3] ?? 1]; };
const over = (f, b) => [0, 1, 2].map(i => f[i] * f[3] + b[i] * (1 - f[3])).concat(1);
const light = rgb => { const [r, g, b] = rgb.map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const facts = new Map();
function fact(element) {
  if (!element) return { ground: [255, 255, 255, 1], opacity: 1, isHidden: false, clips: [] };
  if (facts.has(element)) return facts.get(element);
  const up = fact(element.parentElement), style = view.getComputedStyle(element);
  const background = parse(style.backgroundColor);
  const made = { ground: background[3] ? over(background, up.ground) : up.ground, opacity: up.opacity * style.opacity,
    isHidden: up.isHidden || style.display === 'none' || +style.opacity === 0, clips: up.clips, style };
  if (style.overflowX !== 'visible' && element !== doc.documentElement && element !== doc.body) made.clips = [...up.clips, element];
  facts.set(element, made);
  return made;
}
const VISIBLE = /[^\s\u00ad\u034f\u200b-\u200f\u2060\ufeff]/;
const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
const boxes = [], words = [], added = [];
let smallest = 99, count = 0;
while (walker.nextNode()) {
  const node = walker.currentNode, element = node.parentElement;
  if (!VISIBLE.test(node.data) || ['STYLE', 'SCRIPT', 'TITLE', 'NOSCRIPT'].includes(element.tagName)) continue;
  const known = fact(element), size = parseFloat(known.style.fontSize) * (element.currentCSSZoom ?? 1);
  if (known.isHidden || known.style.visibility !== 'visible' || size < 2.5) continue;
  const range = doc.createRange();
  range.selectNodeContents(node);
  let rects = [...range.getClientRects()].filter(each => each.width > 0.5 && each.height > 0.5);
  if (!rects.length) continue;
  // The original's own clipping: what it does not show need not be shown.
  const isCut = rect => known.clips.some(each => { const box = each.getBoundingClientRect(); return rect.bottom < box.top + 2 || rect.top > box.bottom - 2 || rect.right < box.left + 2 || rect.left > box.right - 2; });
  if (!isFrame) { if (rects.every(isCut) || rects.every(each => each.right < 0 || each.bottom < 0)) continue; }
  const found = node.data.match(/[\p{L}\p{N}]+/gu) ?? [];
  (isFrame && element.closest('[data-waiting]') ? added : words).push(...found);
  count++;
  if (!isFrame) continue;
  smallest = Math.min(smallest, size);
  if (size < 10.99) note('small', size.toFixed(1) + ' ' + node.data);
  for (const rect of rects) {
    const scrolls = known.clips.some(each => view.getComputedStyle(each).overflowX === 'auto');
    if (!scrolls && (rect.left < -1 || rect.right > view.innerWidth + 1) || rect.top < -1 || rect.bottom > view.innerHeight + 2) { note('clipped', node.data); break; }
    if (!scrolls && known.clips.some(each => { const box = each.getBoundingClientRect(); return rect.bottom > box.bottom + 3 || rect.top < box.top - 3 || rect.right > box.right + 1; })) { note('clipped', 'box ' + node.data); break; }
  }
  const ink = parse(known.style.color);
  ink[3] *= known.opacity;
  const ratio = contrast(over(ink, known.ground), known.ground);
  if (ratio < 3) note('contrast', ratio.toFixed(1) + ' ' + node.data);
  // Ordinary words that are broken.
  for (const match of node.data.matchAll(/[A-Za-z]{2,18}/g)) {
    if (/[^\s]/.test(node.data[match.index - 1] ?? ' ') || /[^\s.,:;!?]/.test(node.data[match.index + match[0].length] ?? ' ')) continue;
    range.setStart(node, match.index);
    range.setEnd(node, match.index + match[0].length);
    const lines = [...range.getClientRects()].filter(each => each.width > 0.5);
    if (lines.length > 1 && Math.abs(lines[0].top - lines[lines.length - 1].top) > 5) { note('broken', match[0]); break; }
  }
  for (const rect of rects) boxes.push({ element, text: node.data, left: rect.left, right: rect.right, top: rect.top + rect.height * .22, bottom: rect.bottom - rect.height * .22 });
}
boxes.sort((a, b) => a.top - b.top);
for (let i = 0; i < boxes.length; i++)
  for (let j = i + 1; j < boxes.length && boxes[j].top < boxes[i].bottom - 1; j++)
    if (boxes[i].element !== boxes[j].element && Math.min(boxes[i].right, boxes[j].right) - Math.max(boxes[i].left, boxes[j].left) > 1.5
      && Math.min(boxes[i].bottom, boxes[j].bottom) - boxes[j].top > 1) { note('overlap', boxes[i].text + ' / ' + boxes[j].text); }
if (isFrame) {
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth) note('sideways', 'page ' + root.scrollWidth);
  const own = doc.getElementById('content');
  if (own.scrollWidth > view.innerWidth + 1) note('sideways', 'frame ' + own.scrollWidth);
}
const height = isFrame ? 0 : doc.documentElement.scrollHeight;
return { faults, words, added, smallest, count, height, wide: isFrame ? doc.querySelectorAll('[data-wide]').length : 0 };
