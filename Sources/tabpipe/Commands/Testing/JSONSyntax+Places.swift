internal import JSONParsing

extension JSONSyntax {
    /// The members of an object; none for other values.
    var members: [Member] {
        if case .object(let members) = content { members } else { [] }
    }

    /// The value of a member; nil if there is none.
    func member(_ key: String) -> JSONSyntax? { members.first { $0.key == key }?.value }

    /// The elements of an array; none for other values.
    var elements: [JSONSyntax] {
        if case .array(let elements) = content { elements } else { [] }
    }

    /// The range of the value at a path, such as `tests[0].expect.counts`, or of the nearest value around it.
    func range(nearest path: String) -> Range<Int> {
        var node = self
        for step in path.split(whereSeparator: { ".[".contains($0) }) {
            let next: JSONSyntax?
            if step.hasSuffix("]"), let number = Int(step.dropLast()) {
                next = node.elements.indices.contains(number) ? node.elements[number] : nil
            } else {
                next = node.member(String(step))
            }
            guard let next else { break }
            node = next
        }
        return node.range
    }
}
