/// How the CSS property `display` places an element among its neighbours.
package enum HTMLDisplay: Sendable {
    /// On lines of its own: `block`, `flex`, `grid`, `table`, `list-item`.
    case block
    /// As a box in a line: `inline-block`, `inline-flex`, `table-cell`.
    case box
    /// As a part of a line: `inline`, `contents`.
    case inline

    /// Reads the first word of a value; nil for `none` and for words that refer to another value.
    ///
    /// - SeeAlso: [CSS Display 2, Box layout modes](https://www.w3.org/TR/css-display-3/#the-display-properties)
    init?(_ bytes: [UInt8], _ word: Range<Int>) {
        func matchesOne(of words: [StaticString]) -> Bool { words.contains { bytes.matches($0, word) } }
        if matchesOne(of: ["none", "inherit", "initial", "unset", "revert", "revert-layer"]) { return nil }
        if matchesOne(of: ["inline", "contents", "run-in", "math", "ruby", "ruby-base", "ruby-text"]) {
            self = .inline
        } else if bytes.begins(with: "inline-", word) || bytes.begins(with: "-webkit-inline-", word) || bytes.matches("table-cell", word) {
            self = .box
        } else {
            self = .block
        }
    }
}

extension HTMLTag {
    /// Whether white space separates an element with this tag from its neighbours, for text that is written as one line.
    package func isSeparated(_ style: HTMLInlineStyle?) -> Bool {
        switch style?.display {
        case .block: true
        case .inline where self == .div || self == .p: false
        case .inline, .box, nil: !isPhrasing
        }
    }
}

extension [UInt8] {
    /// Whether a value of `display` makes each child a box: a flex or grid container.
    func holdsBoxes(_ word: Range<Int>) -> Bool {
        (["flex", "grid", "box"] as [StaticString]).contains { name in
            let start = word.upperBound - name.utf8CodeUnitCount
            return start >= word.lowerBound && matches(name, start..<word.upperBound)
        }
    }

    /// Whether the range is a length above zero, or a formula. `auto` and negative lengths are none.
    func isLengthAboveZero(_ range: Range<Int>) -> Bool {
        guard let first = range.first.map({ self[$0] }) else { return false }
        if first.isASCIIDigit || first == UInt8(ascii: ".") || first == UInt8(ascii: "+") { return !isZero(range) }
        return self[range].contains(UInt8(ascii: "("))
    }
}
