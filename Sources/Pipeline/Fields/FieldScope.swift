internal import JSONParsing

/// What a stage works on that reads one field and writes others: the record, or each element of a list in it.
///
/// For `.messages[].body` each message is a record of its own while the stage works on it, and the field is `.body` there.
public struct FieldScope: Sendable {
    /// The list, with the `[]` at its end; nil for the record itself.
    public let list: FieldPath?
    /// The field as it is called in the record, or in an element.
    public let field: FieldPath
    /// Whether the elements themselves are what the stage works on, as in `.paragraphs[]`.
    public let isElementItself: Bool
    /// The field's path in the record.
    private let path: FieldPath

    /// What an element that is no record is called while a stage works on it.
    private static let bareName = "element"

    /// Splits a path behind its last `[]`.
    public init(_ path: FieldPath) {
        self.path = path
        guard let last = path.steps.lastIndex(of: .each) else {
            list = nil
            field = path
            isElementItself = false
            return
        }
        list = Self.made(of: path.steps[...last]).hidden(as: path.secretName)
        isElementItself = last == path.steps.count - 1
        field = isElementItself ? FieldPath(name: Self.bareName) : Self.made(of: path.steps[(last + 1)...])
    }

    /// Another field as it is called where the stage works; nil if it stands elsewhere.
    public func inner(_ other: FieldPath) -> FieldPath? {
        guard let list else { return other.isOfElements ? nil : other }
        guard other.steps.starts(with: list.steps) else { return nil }
        let rest = other.steps.dropFirst(list.steps.count)
        if isElementItself { return rest.isEmpty ? field : nil }
        return rest.isEmpty || rest.contains(.each) ? nil : Self.made(of: rest)
    }

    /// A field that stands beside the one that is read; nil where only elements stand there.
    public func beside(_ name: String) -> FieldPath? {
        isElementItself ? nil : Self.made(of: field.steps.dropLast() + [.key(name)])
    }

    /// An example of a field that stands where the stage works, for messages.
    func example(_ name: String) -> String {
        isElementItself ? FieldPath.text(of: path.steps) : FieldPath.text(of: path.steps.dropLast() + [.key(name)])
    }

    /// Has a body work on the record, or on each element as a record.
    ///
    /// - Parameter needsList: Whether a list that is missing, or no list, is an error.
    /// - Throws: ``RecordError`` with the place in the whole record.
    public func apply(to record: inout Record, needsList: Bool = true, _ body: (inout Record) throws -> Void) throws {
        guard let list else { return try body(&record) }
        record.notePresence(of: path)
        let origin = record.origin
        var warnings: [String] = []
        try record.change(list, skipsMismatches: !needsList) { element, place in
            guard let element else { return nil }
            var inner = Record(isElementItself ? [Self.bareName: element] : element, origin: origin)
            do {
                try body(&inner)
            } catch let error as RecordError {
                let path = isElementItself || error.path == "." ? "" : error.path ?? ""
                throw RecordError(error.reason, at: place + path)
            } catch let error as JSONError {
                throw RecordError("\(error)", at: place)
            }
            warnings += inner.warnings
            return isElementItself ? try inner.get(Self.bareName) : inner.value
        }
        record.warnings += warnings
    }

    private static func made(of steps: some Sequence<FieldPath.Step>) -> FieldPath {
        let steps = Array(steps)
        if steps.count == 1, case .key(let name) = steps[0] { return FieldPath(name: name) }
        return FieldPath(source: FieldPath.text(of: steps), steps: steps)
    }
}
