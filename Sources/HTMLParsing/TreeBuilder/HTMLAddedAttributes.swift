/// The attributes of `html` or `body`, including those that later tags of that name add.
///
/// They are collected until the end of the input, because copying all attributes for each such tag would take quadratic time.
struct HTMLAddedAttributes {
    private(set) var attributes: [HTMLAttributeRecord]
    private var names: Set<HTMLNameID>
    private(set) var hasGrown = false

    init(_ known: [HTMLAttributeRecord]) {
        attributes = known
        names = Set(known.map(\.name))
    }

    /// Adds the attributes with new names.
    mutating func add(_ offered: [HTMLAttributeRecord]) {
        for attribute in offered where names.insert(attribute.name).inserted {
            attributes.append(attribute)
            hasGrown = true
        }
    }
}
