internal import JSONParsing

/// The object whose fields a stage reads and writes: the record, or each element of a list in it.
///
/// For `.messages[].body`, each message is a record of its own while the stage processes it, and the field in it is `.body`.
public struct FieldScope: Sendable {
    /// The path of the list, which ends with `[]`; nil if the scope is the record.
    public let list: FieldPath?
    /// The path of the field in the record or in an element.
    public let field: FieldPath
    /// Whether the elements themselves are the values to process, as in `.paragraphs[]`.
    public let isElementItself: Bool
    /// The path of the field from the record on.
    private let path: FieldPath

    /// The key under which a stage sees an element that is not an object.
    private static let bareName = "element"

    /// Splits a path after its last `[]`.
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

    /// Creates the scope of a field of the record.
    ///
    /// - Parameter name: The name of the field.
    public init(name: String) { self.init(FieldPath(name: name)) }

    /// Returns the path of another field inside this scope.
    ///
    /// - Parameter other: A path from the record on.
    /// - Returns: nil if the path leads out of the scope.
    public func inner(_ other: FieldPath) -> FieldPath? {
        guard let list else { return other.isOfElements ? nil : other }
        guard other.steps.starts(with: list.steps) else { return nil }
        let rest = other.steps.dropFirst(list.steps.count)
        if isElementItself { return rest.isEmpty ? field : nil }
        return rest.isEmpty || rest.contains(.each) ? nil : Self.made(of: rest)
    }

    /// Returns the path of a field beside ``field``; nil if the elements themselves are processed.
    public func beside(_ name: String) -> FieldPath? {
        isElementItself ? nil : Self.made(of: field.steps.dropLast() + [.key(name)])
    }

    /// The field of the record that changes with a field in this scope: the list, if the scope is one.
    ///
    /// - Parameter inner: A path in this scope.
    public func changed(with inner: FieldPath) -> FieldPath { list ?? inner }

    /// Returns the path of a field in this scope as an example for messages.
    func example(_ name: String) -> String {
        isElementItself ? FieldPath.text(of: path.steps) : FieldPath.text(of: path.steps.dropLast() + [.key(name)])
    }

    /// Calls `body` with the record, or with each element as a record of its own.
    ///
    /// - Parameters:
    ///   - record: The whole record.
    ///   - needsList: Whether a missing list, or another value in its place, is an error.
    ///   - body: Changes the record or element.
    /// - Throws: The error of `body`. The path of a ``RecordError`` becomes that from the whole record on.
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
