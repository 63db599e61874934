// Cleans a fetched body, so that the browser lays it out in short time. It keeps a list of elements, attributes and inline declarations.

// A fetched body beyond these limits is not shown. Deeper elements lose their tags; deeper tables become `div`.
const MAX_ELEMENTS = 10_000, MAX_TAGS_FETCHED = 100_000, MAX_TEXT = 1e6, MAX_DEPTH = 250, MAX_TABLES = __MAX_TABLES__;
const MAX_SPANS = { __MAX_SPANS__ };
const PARSE_TIME = 1000; // milliseconds
// The largest number of elements that one step of parsing may add. The parser opens all formatting elements again in each paragraph, so
// that 10,000 tags in one step could make millions of elements.
const PARSE_STEP = 200_000;

// Returns an inert document, or null beyond a limit.
function parsed(html) {
  if (html.split('<', MAX_TAGS_FETCHED + 2).length > MAX_TAGS_FETCHED + 1) return null;
  const mail = document.implementation.createHTMLDocument(), all = mail.getElementsByTagName('*');
  const end = performance.now() + PARSE_TIME;
  mail.open();
  mail.write('<!DOCTYPE html>');
  for (let from = 0, to = 0; from < html.length; from = to) {
    for (let tags = Math.max(1, Math.floor(PARSE_STEP / (all.length + 10))); tags > 0 && to < html.length; tags--) {
      to = html.indexOf('<', to + 1);
      if (to < 0) to = html.length;
    }
    mail.write(html.slice(from, to));
    if (all.length > MAX_ELEMENTS || performance.now() > end) return null;
  }
  mail.close();
  return mail.body?.localName === 'body' ? mail : null;
}

const listed = names => new Set(names.split(' '));
const KEPT_ELEMENTS = listed('__KEPT_ELEMENTS__');
const DROPPED_ELEMENTS = listed('__DROPPED_ELEMENTS__');
const KEPT_ATTRIBUTES = listed('__KEPT_ATTRIBUTES__');
const escapedValue = text => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

// Returns the safe content of a mail; null if it is too large. `text` has words in place of images, `full` has the images.
function cleaned(html) {
  const mail = parsed(html);
  if (!mail) return null;
  const sheets = sheetStyles(mail), styles = new Map(), pieces = [], ends = [];
  let images = 0, length = 0, depth = 0, tables = 0;

  // Writes the start of an element. Returns its end, or null to leave out the content.
  function start(element) {
    let name = element.localName;
    if (DROPPED_ELEMENTS.has(name) || element.namespaceURI !== document.documentElement.namespaceURI) return null;
    const source = element.getAttribute('style') ?? '';
    if (!styles.has(source)) styles.set(source, inlineStyle(source));
    const { text, values: own } = styles.get(source), values = { ...sheets.get(element), ...own };
    if (hides(element, values)) return null;
    if (name !== 'img' && (!KEPT_ELEMENTS.has(name) || depth >= MAX_DEPTH)) return '';
    let attributes = text && ` style="${text}"`;
    for (const attribute of KEPT_ATTRIBUTES) {
      let value = element.getAttribute(attribute);
      if (value === null) continue;
      if (attribute in MAX_SPANS) value = String(Math.min(parseInt(value) || 1, MAX_SPANS[attribute]));
      attributes += ` ${attribute}="${escapedValue(value)}"`;
    }
    if (name === 'img') return image(element, values, attributes);
    if (name === 'table' && isData(element)) attributes += ' __DATA_TABLE__';
    const href = name === 'a' ? element.getAttribute('href') ?? '' : '';
    if (/^\s*(?:https?|mailto|tel|sms):/i.test(href)) attributes += ` href="${escapedValue(href)}" rel="noopener noreferrer"`;
    if (/^(?:table|caption|col|t[drh]|tbody|tfoot|thead)/.test(name) && tables + (name === 'table') > MAX_TABLES) name = 'div';
    pieces.push(`<${name}${attributes}>`);
    if (/^(?:br|hr|col|wbr)$/.test(name)) return null;
    depth += 1;
    if (name === 'table') tables += 1;
    return `</${name}>`;
  }

  function image(element, values, attributes) {
    const address = (element.getAttribute('src') ?? '').trim(), isData = /^data:image\/(?:png|gif|jpe?g|webp|bmp|avif)[;,]/i.test(address);
    if (!isData && !/^(?:https?:)?\/\//i.test(address) || isTrackingPixel(element, values)) return null;
    const full = `<img src="${escapedValue(address.startsWith('//') ? 'https:' + address : address)}" alt="${escapedValue(element.alt)}"${attributes}>`;
    if (!isData) images += 1;
    pieces.push(isData ? full : { full, words: waitingWords(element)?.outerHTML ?? '' });
    return null;
  }

  function closeElement() {
    const end = ends.pop();
    if (!end) return;
    depth -= 1;
    if (end === '</table>') tables -= 1;
    pieces.push(end);
  }

  for (let node = mail.body.firstChild; node;) {
    let end = null;
    if (node.nodeType === 3) {
      pieces.push(escapedText(node.data));
      length += node.data.length;
    } else if (node.nodeType === 1) {
      end = start(node);
    }
    if (end !== null) ends.push(end);
    if (end !== null && node.firstChild) {
      node = node.firstChild;
      continue;
    }
    if (end !== null) closeElement();
    while (!node.nextSibling && node.parentNode !== mail.body) {
      node = node.parentNode;
      closeElement();
    }
    node = node.nextSibling;
  }
  if (length > MAX_TEXT) return null;
  const joined = part => pieces.map(piece => piece[part] ?? piece).join('');
  const full = joined('full');
  // The cleaned HTML must stay within the limits when a browser parses it.
  return parsed(full) && { text: joined('words'), full, images, isPlain: false, hasColors: /<[^>]*\b(?:bgcolor=|color[=:])/.test(full) };
}
