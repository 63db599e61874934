/// The attributes of `html` or `body` when later tags of that name may have brought more.
///
/// They are collected until the end of the input: a page of nothing but such tags would otherwise copy all attributes for each of them.
struct HTMLAddedAttributes {
    private(set) var attributes: [HTMLAttributeRecord]
    private var names: Set<HTMLNameID>
    private(set) var hasGrown = false

    init(_ known: [HTMLAttributeRecord]) {
        attributes = known
        names = Set(known.map(\.name))
    }

    /// Adds the attributes whose names are not there yet.
    mutating func add(_ offered: [HTMLAttributeRecord]) {
        for attribute in offered where names.insert(attribute.name).inserted {
            attributes.append(attribute)
            hasGrown = true
        }
    }
}
