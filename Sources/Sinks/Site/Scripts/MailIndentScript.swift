/// Limits paddings, margins and borders at the sides of nested elements, so that the text keeps a readable column.
enum MailIndentScript {
    static let text = #"""
        // The share of the frame's width that the sides of all elements around a text may take.
        const MAX_INDENT = 0.3;
        const SIDES = ['padding-left', 'padding-right', 'border-left-width', 'border-right-width', 'margin-left', 'margin-right'];

        // Returns the used sizes in the order of SIDES; nothing if all are zero. Automatic margins only take what is left.
        function sides(element, style) {
          const sizes = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth, style.marginLeft, style.marginRight]
            .map(pixels);
          for (const index of [4, 5])
            if (sizes[index] > 8 && element.computedStyleMap?.().get(SIDES[index])?.value === 'auto') sizes[index] = 0;
          return sizes.some(size => size > 0) ? sizes : null;
        }
        const sideSum = (sizes, limit) => sizes.reduce((sum, size) => sum + Math.min(Math.max(size, 0), limit), 0);

        function* fitIndents(fit, facts, room) {
          const most = room * MAX_INDENT;
          let limit = Infinity;
          // Returns whether any text is indented too far if no side is larger than the limit, and marks the elements around such texts.
          const isTooDeep = () => {
            let isFound = false;
            for (const fact of facts) {
              fact.indent = fact.up.indent + (fact.sides ? sideSum(fact.sides, fact.isDeep ? limit : Infinity) : 0);
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
            fact.sides.forEach((size, side) => { if (size > limit) fact.changes[SIDES[side]] = limit + 'px'; });
            // Paddings above and below a nested text are in proportion.
            const style = fact.element.ownerDocument.defaultView.getComputedStyle(fact.element);
            for (const name of ['padding-top', 'padding-bottom', 'margin-top', 'margin-bottom'])
              if (pixels(style.getPropertyValue(name)) > Math.max(2 * limit, 8)) fact.changes[name] = 2 * limit + 'px';
          }
        }

        """#
}
