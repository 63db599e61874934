/// Makes the text of a mail readable: its size, its lines, its long words.
enum MailTextScript {
    static let text = #"""
        // In CSS pixels. Text below MAX_HIDDEN is meant to be invisible.
        const SMALLEST_TEXT = \#(ReadableText.smallest), MAX_HIDDEN = \#(ReadableText.largestHidden);
        // Senders hide text with a negative indent above this, in CSS pixels. The sanitiser keeps those from 1,000 px on, and counts 16 px for
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
            // A change of the parent must not change elements that are good.
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

        """#
}

/// Takes its color from text that cannot be told from its ground.
///
/// The ground is the nearest painted background. A background image of another host is not painted, so that the color chosen for it goes
/// by the same rule.
enum MailColorScript {
    /// The colors of text and links in ``MailStyle``, as a list of strings.
    private static let ownInks = [ColorRole.ink.light, ColorRole.ink.dark, ColorRole.accent.light, ColorRole.accent.dark]
        .compactMap { ThemeColor($0) }.map { "'\($0.computedText)'" }.joined(separator: ", ")

    static let text = #"""
        // The least contrast of text with its ground.
        const LEAST_CONTRAST = \#(ReadableText.minContrast);
        // Links and plain text have colors of this page. On a ground of the sender's they need more.
        const OWN_INKS = new Set([\#(ownInks)]), LEAST_OWN_CONTRAST = \#(ThemeColor.minTextContrast);
        const INKS = ['\#(ColorRole.ink.light)', '#ffffff'];

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

        // Gives the ground of the mail to the space around it: that of the outermost element that fills the part.
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
            // The frame is as high as its content, rounded up.
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

        """#
}
