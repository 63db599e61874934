internal import HTMLParsing

extension ThreadScript {
    /// The styles of fetched bodies: what they hide, and the inline declarations that stay.
    static let remoteStyles = hiding + inlineStyles

    private static let hiding = #"""
        const HIDING = ['display', 'visibility', 'opacity', 'width', 'height', 'max-width', 'max-height'];
        // Selectors that a browser matches in short time.
        const SIMPLE_SELECTOR = /^(?!.*\*=)[\w.#*,\[\]="'-]{1,100}(?: [\w.#*,\[\]="'-]{1,100}){0,3}$/;
        const MAX_SHEET = 100_000, MAX_HIDING_RULES = 50;

        // Returns the values of HIDING that rules for every screen set, by element. The last rule wins.
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

        // The pixels of the units, where only a browser that lays out knows better.
        const UNITS = { px: 1, pt: 4 / 3, pc: 16, in: 96, cm: 37.8, mm: 3.78, q: .945, em: 16, rem: 16, ex: 8, ch: 8, vw: 20, vh: 20, vmin: 20, vmax: 20 };
        function inPixels(value) {
          const [, number, unit] = value?.match(/^(?:calc\()?([\d.]+)([a-z]+)\)?$/) ?? [];
          return unit in UNITS ? number * UNITS[unit] + 'px' : value ?? '';
        }
        function isTrackingPixel(image, values) {
          const side = name => values[name] ? inPixels(values[name]) : (image.getAttribute(name) ?? '').trim().replace(/^(\d+)(?!.*%).*$/, '$1px');
          return isPixel(side('width'), side('height'), [inPixels(values['max-width']), inPixels(values['max-height'])]);
        }

        """#

    private static let inlineStyles = #"""
        const KEYWORD = /^[a-z][a-z -]*$/, COLOR = /^(?:[a-z]+|rgba?\([\d.,\s%/]+\))$/, WIDTH = /^[\d.]+(?:px|pt|em|rem|%)$/;
        const SIDE = /^(?:\d{0,2}(?:\.\d+)?(?:px|pt)|[0-3]?(?:\.\d+)?r?em|auto)$/, LINE = /^(?:thin|medium|thick|\d?(?:\.\d+)?px)$/;
        const SIDE_NAMES = ['top', 'right', 'bottom', 'left'];
        // No property of this list makes a box whose width takes several layouts of its content.
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

        // Returns the values that decide what is hidden, and the declarations to keep.
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

        """#
}

extension ThreadScript {
    /// Keeps of a fetched body what a browser lays out in short time: a list of elements, attributes and inline declarations, up to limits.
    ///
    /// A body beyond the limits is not shown.
    static let remoteContent = limitedParsing + cleaning

    /// What the sanitiser keeps in mail, except images, which have rules of their own, and except elements whose layout takes long or which
    /// react to the reader.
    private static let keptElements = HTMLSanitizerProfile.email.elementNames
        .filter { !["img", "details", "summary", "ruby", "rt", "rp"].contains($0) }.joined(separator: " ")

    /// What the sanitiser keeps in mail, except addresses and styles, which have rules of their own, and names that no style refers to.
    private static let keptAttributes = HTMLSanitizerProfile.email.attributeNames
        .filter { !["href", "src", HTMLSanitizer.waitingAddress, "cite", "alt", "style", "class", "role", "open", "headers"].contains($0) }
        .joined(
            separator: " ")

    private static let limitedParsing = #"""
        // A fetched body beyond these limits is not shown. Deeper elements lose their tags; deeper tables become `div`.
        const MAX_ELEMENTS = 10_000, MAX_TAGS_FETCHED = 100_000, MAX_TEXT = 1e6, MAX_DEPTH = 250, MAX_TABLES = \#(MailRules.maximumTableDepth);
        const MAX_SPANS = { \#(MailMeasures.spans.map { "\($0.attribute): \($0.maximum)" }.joined(separator: ", ")) };
        const PARSE_TIME = 1000; // milliseconds
        // The elements that one step of parsing may add. A paragraph repeats all open elements of formatting, so that 10,000 tags in one step
        // could make millions of elements.
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

        """#

    private static let cleaning = #"""
        const listed = names => new Set(names.split(' '));
        const KEPT_ELEMENTS = listed('\#(keptElements)');
        const DROPPED_ELEMENTS = listed('\#(HTMLSanitizerProfile.droppedElementNames.joined(separator: " "))');
        const KEPT_ATTRIBUTES = listed('\#(keptAttributes)');
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
            if (name === 'table' && isData(element)) attributes += ' \#(DataTable.mark)';
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
          // What is written must not parse into more.
          return parsed(full) && { text: joined('words'), full, images, isPlain: false, hasColors: /<[^>]*\b(?:bgcolor=|color[=:])/.test(full) };
        }

        """#
}
