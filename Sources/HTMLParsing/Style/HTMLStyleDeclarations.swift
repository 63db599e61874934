/// Finds the declarations of the properties that ``HTMLStyleProperty`` names, in a style attribute or a block of a style sheet.
///
/// Splits at each semicolon, also inside of strings: a style that hides content has none.
struct HTMLStyleDeclarations {
    /// A property and its value.
    struct Declaration {
        let property: HTMLStyleProperty
        /// The range of the value without white space at its ends and without `!important`.
        let value: Range<Int>
        let isImportant: Bool
    }

    private var start: Int
    private let end: Int
    /// The properties set with `!important`. Later declarations without it do not override them.
    private var importantProperties: UInt16 = 0

    init(in range: Range<Int>) {
        (start, end) = (range.lowerBound, range.upperBound)
    }

    /// Returns the next declaration that overrides those before it; nil at the end.
    ///
    /// - Parameter bytes: A buffer that holds the declarations, the same on every call.
    mutating func next(_ bytes: [UInt8]) -> Declaration? {
        while start < end {
            var place = start
            var colon = -1
            while place < end, bytes[place] != 0x3B {
                if bytes[place] == 0x3A, colon < 0 { colon = place }
                place += 1
            }
            let name = start..<max(start, colon)
            start = place + 1
            guard colon >= 0, let property = HTMLStyleProperty(bytes, bytes.trimmed(name)) else { continue }
            let whole = bytes.trimmed(colon + 1..<place)
            let important = bytes.withoutImportance(whole)
            let value = important ?? whole
            guard property.accepts(bytes, value) else { continue }
            guard important != nil else {
                if importantProperties & property.rawValue != 0 { continue }
                return Declaration(property: property, value: value, isImportant: false)
            }
            importantProperties |= property.rawValue
            return Declaration(property: property, value: value, isImportant: true)
        }
        return nil
    }
}
