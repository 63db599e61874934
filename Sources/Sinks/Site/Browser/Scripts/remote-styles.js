// Reads the styles of fetched bodies: which elements are hidden, and which inline declarations stay.

const HIDING = ['display', 'visibility', 'opacity', 'width', 'height', 'max-width', 'max-height'];
// Selectors that a browser matches in short time.
const SIMPLE_SELECTOR = /^(?!.*\*=)[\w.#*,\[\]="'-]{1,100}(?: [\w.#*,\[\]="'-]{1,100}){0,3}$/;
const MAX_SHEET = 100_000, MAX_HIDING_RULES = 50;

// Returns the values of the HIDING properties by element, as rules outside of media queries set them. The last rule wins.
function sheetStyles(mail) {
  const found = new Map(), sheet = new CSSStyleSheet();
  sheet.replaceSync([...mail.querySelectorAll('style')].map(each => each.textContent).join('\n').slice(0, MAX_SHEET));
  let count = 0;
  for (const { style, selectorText } of sheet.cssRules) {
    const names = style && selectorText ? HIDING.filter(name => style.getPropertyValue(name)) : [];
    if (!names.length || !SIMPLE_SELECTOR.test(selectorText)) continue;
    if ((count += 1) > MAX_HIDING_RULES) break;
    for (const element of mail.querySelectorAll(selectorText)) {
      if (!found.has(element)) found.set(element, {});
      for (const name of names) found.get(element)[name] = style.getPropertyValue(name);
    }
  }
  return found;
}

const isZero = value => /^0*\.?0+[a-z%]*$/.test(value ?? '');
const hides = (element, values) => element.hidden || values.display === 'none' || /^(?:hidden|collapse)$/.test(values.visibility) || share(values.opacity) < MIN_OPACITY
  || isZero(values['max-height']) && (values.overflow === 'hidden' || isZero(values['font-size']))
  || isZero(values.height) && values.overflow === 'hidden' && !/[1-9]/.test(values['padding-top'] + values['padding-bottom']);
const share = value => parseFloat(value ?? 1) / (/%$/.test(value) ? 100 : 1);

// The CSS pixels of each unit. Relative units have estimates, because exact values need a layout.
const UNITS = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: .945, em: 16, rem: 16, ex: 8, ch: 8, vw: 20, vh: 20, vmin: 20, vmax: 20 };
function inPixels(value) {
  const [, number, unit] = value?.match(/^(?:calc\()?([\d.]+)([a-z]+)\)?$/) ?? [];
  return unit in UNITS ? number * UNITS[unit] + 'px' : value ?? '';
}
function isTrackingPixel(image, values) {
  const side = name => values[name] ? inPixels(values[name]) : (image.getAttribute(name) ?? '').trim().replace(/^(\d+)(?!.*%).*$/, '$1px');
  return isPixel(side('width'), side('height'), [inPixels(values['max-width']), inPixels(values['max-height'])]);
}

const KEYWORD = /^[a-z][a-z -]*$/, COLOR = /^(?:[a-z]+|rgba?\([\d.,\s%/]+\))$/, WIDTH = /^[\d.]+(?:px|pt|em|rem|%)$/;
const SIDE = /^(?:\d{0,2}(?:\.\d+)?(?:px|pt)|[0-3]?(?:\.\d+)?r?em|auto)$/, LINE = /^(?:thin|medium|thick|\d?(?:\.\d+)?px)$/;
const SIDE_NAMES = ['top', 'right', 'bottom', 'left'];
// The inline declarations to keep. None of them makes a box whose width takes several layouts of its content.
const KEPT_STYLES = new Map([
  ['color', COLOR], ['background-color', COLOR], ['display', /^(?:block|inline)$/], ['width', WIDTH], ['max-width', WIDTH],
  ['font-size', /^(?:[\d.]+(?:px|pt|em|rem|%)|[a-z-]+)$/], ['font-family', /^[\w\s,'"-]+$/], ['font-weight', /^(?:[a-z]+|\d{3})$/],
  ['line-height', /^(?:normal|[12](?:\.\d+)?|1\d\d%)$/], ['border-collapse', KEYWORD], ['list-style-type', KEYWORD],
  ...['font-style', 'text-align', 'text-decoration-line', 'text-transform', 'vertical-align', 'white-space', 'white-space-collapse',
    'text-wrap-mode'].map(name => [name, KEYWORD]),
  ...SIDE_NAMES.flatMap(side => [['padding-' + side, SIDE], ['margin-' + side, SIDE], [`border-${side}-width`, LINE],
    [`border-${side}-style`, KEYWORD], [`border-${side}-color`, COLOR]]),
  ...['top-left', 'top-right', 'bottom-left', 'bottom-right'].map(corner => [`border-${corner}-radius`, SIDE]),
]);
const MAX_DECLARATIONS = 200;

// Returns the values that decide whether an element is hidden, and the declarations to keep.
function inlineStyle(text) {
  const { style } = document.createElement('i');
  style.cssText = text;
  const kept = [], values = {};
  for (let index = 0; index < style.length && index < MAX_DECLARATIONS; index++) {
    const name = style[index];
    let value = style.getPropertyValue(name);
    if (!KEPT_STYLES.get(name)?.test(value)) continue;
    if (name === 'font-size' && parseFloat(value)) value = `max(${value}, min(${SMALLEST_TEXT}px, (${value} - ${MAX_HIDDEN}px) * 999))`;
    kept.push(name + ':' + value);
  }
  for (const name of [...HIDING, 'overflow', 'font-size', 'padding-top', 'padding-bottom']) if (style.getPropertyValue(name)) values[name] = style.getPropertyValue(name);
  return { text: kept.join(';').replace(/"/g, "'"), values };
}
