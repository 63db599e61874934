internal import JSONParsing
internal import Pipeline

extension JSONSyntax {
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
