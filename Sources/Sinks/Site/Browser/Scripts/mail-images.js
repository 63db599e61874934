// The images of a mail: texts in place of images that wait for the reader's consent or fail, and the loading of images.

// Images with a side below this, in CSS pixels, are spacers and icons.
const SMALLEST_IMAGE = 40;
const isSmall = image => ['width', 'height'].some(side => (parseInt(image.getAttribute(side)) || parseInt(image.style[side]) || 100) < SMALLEST_IMAGE);
// Whether an alternative text describes the image: an address or a file name does not.
function describes(text) {
  return VISIBLE.test(text) && !/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/|www\.)\S*\s*$/i.test(text) && !/^\s*\S+\.(?:png|gif|jpe?g|svg|webp|bmp)\s*$/i.test(text);
}

// Returns an element with words for an image that is not shown. A small image has words only if the sender wrote an alternative text.
function waitingWords(image) {
  const isNamed = describes(image.alt), small = isSmall(image);
  if (!isNamed && small) return null;
  const name = image.ownerDocument.createElement('span');
  name.dataset.waiting = small ? 'small' : '';
  name.textContent = isNamed ? image.alt.trim() : word('image');
  return name;
}

// Puts words in place of images. All styles are read before anything is written, so that the browser computes them once.
function nameImages(images) {
  const names = [...images].map(image => [image, isDisplayed(image) && !hasWords(image) ? waitingWords(image) : null]);
  for (const [image, name] of names) if (name) image.before(name);
}
const waitingImages = content => content.querySelectorAll('img[data-remote-src]');
const hasWords = image => image.previousSibling?.dataset?.waiting !== undefined;
// Images that are transparent or hidden get no words.
function isDisplayed(image) {
  const style = image.ownerDocument.defaultView.getComputedStyle(image);
  return style.visibility === 'visible' && +style.opacity > 0;
}

// Images of at most this size, in CSS pixels, or below this opacity count as tracking pixels, which tell the sender that the mail was read.
const MAX_PIXEL = 3, MIN_OPACITY = 0.1;
function isPixel(width, height, limits) {
  const side = (value, limit) => Math.min(...[value, limit].filter(each => /^[\d.]+px$/.test(each)).map(parseFloat));
  const [w, h] = [side(width, limits[0]), side(height, limits[1])];
  const isTiny = (size, value, other) => size <= MAX_PIXEL || !(size < Infinity) && /^(?:auto)?$/.test(value) && other <= MAX_PIXEL;
  return w === 0 || h === 0 || isTiny(w, width, h) && isTiny(h, height, w);
}

// Returns the waiting images that a reader could see. `data-probe` turns the layout off, so that computed sizes are those that the mail
// declares.
function visibleImages(content) {
  const images = [...waitingImages(content)], view = content.ownerDocument.defaultView, known = new Map();
  if (!images.length) return images;
  const opacity = element => {
    if (!element || element === content || /^(?:own|quoted|content)$/.test(element.id)) return 1;
    if (!known.has(element)) {
      const style = view.getComputedStyle(element), { height, overflow } = element.style;
      const isEmpty = style.maxHeight === '0px' || parseFloat(height) === 0 && overflow === 'hidden' && !(pixels(style.paddingTop) + pixels(style.paddingBottom));
      known.set(element, style.display === 'none' || isEmpty ? 0 : opacity(element.parentElement) * style.opacity);
    }
    return known.get(element);
  };
  content.dataset.probe = '';
  const seen = images.filter(image => {
    const { width, height, maxWidth, maxHeight, visibility } = view.getComputedStyle(image);
    return visibility === 'visible' && !isPixel(width, height, [maxWidth, maxHeight]) && opacity(image) >= MIN_OPACITY;
  });
  delete content.dataset.probe;
  return seen;
}

// An image that cannot be seen keeps waiting: it may be shown in a window of another width.
function showImages(cell, content = cell.content) {
  cell.imageButton?.remove();
  cell.imageButton = null;
  if (cell.frame && !hasPolicyFor(cell.frame, cell)) return renew(cell);
  content?.querySelectorAll('[data-waiting]').forEach(name => name.remove());
  if (content) loadImages(content);
}
function loadImages(content) {
  for (const image of visibleImages(content)) {
    image.src = image.dataset.remoteSrc;
    image.removeAttribute('data-remote-src');
  }
}

// Hundreds of images can load or fail at once: those of one animation frame are handled together. An image that fails leaves the same words
// as one that waits.
function imageSettled(cell, image, hasFailed) {
  if (!cell.settled) {
    cell.settled = [];
    requestAnimationFrame(() => {
      const failed = cell.settled.filter(each => each.isConnected);
      cell.settled = null;
      change(() => {
        for (const each of failed) each.dataset.failed = '';
        nameImages(failed);
        if (!cell.hiddenUntil) measure(cell);
      });
    });
  }
  if (hasFailed) cell.settled.push(image);
}
