/// Collects the link reference definitions for the end of a document, for links in the style `[text][1]`.
struct LinkReferences {
    private var numbers: [LinkTarget: Int] = [:]
    private var targets: [LinkTarget] = []

    var isEmpty: Bool { targets.isEmpty }

    /// The number of a target. Equal targets share a number.
    mutating func number(of target: LinkTarget) -> Int {
        if let number = numbers[target] { return number }
        targets.append(target)
        numbers[target] = targets.count
        return targets.count
    }

    /// Writes the definitions, one per line.
    func write(into layout: inout BlockLayout) {
        layout.startBlock(.paragraph)
        for (index, target) in targets.enumerated() {
            layout.beginLine()
            layout.out.append(contentsOf: "[\(index + 1)]: ".utf8)
            if target.address.isEmpty && target.title == nil { layout.out.append(contentsOf: "<>".utf8) }
            target.write(into: &layout.out, inTable: false)
            layout.endLine()
        }
    }
}
