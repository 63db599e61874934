internal import JSONParsing

// Paths of fields. If no record has a field that a component reads, the run warns, because the name is most likely misspelt.
extension OptionType where Value == FieldPath {
    /// The path of a field that the component reads.
    public static var field: Self { field(isRead: true) }

    /// The path of a field that the component creates or replaces.
    public static var newField: Self { field(isRead: false) }

    private static func field(isRead: Bool) -> Self {
        Self(kind: .field, placeholder: FieldPath(name: ""), written: { .string($0.source) }) { $0.singleField($1, $2, isRead: isRead) }
    }

    /// The path of the values that the component processes: each element of a list, such as `.messages[]`, or a single object.
    ///
    /// Package access: only the stage `hydrate` waits between the elements; plug-ins have ``ElementStage``.
    package static var elements: Self {
        Self(kind: .field, placeholder: FieldPath(name: "")) { $0.watchedPath($1, $2) }
    }

    /// The path of another field in the scope of a stage that has read ``OptionType/elementField``. The result is the path inside the
    /// record or element.
    ///
    /// - Parameters:
    ///   - scope: The scope of the stage.
    ///   - fallback: The name of a field beside the processed one, which is used if the file lacks the option.
    ///   - isRead: Whether records should have the field. If no record has it, the run warns.
    public static func field(beside scope: FieldScope, default fallback: String, isRead: Bool = false) -> Self {
        let isPlain = scope.list == nil && scope.field.name != nil
        let shown = isPlain ? fallback : scope.example(fallback)
        return inner(scope, isRead: isRead, example: fallback, default: .string(shown)) { reader, name in
            if let field = scope.beside(fallback) { return field }
            reader.report("\"\(name)\" is missing; where each element is the text itself, it is \(shown)")
            return scope.field
        }
    }

    /// The path of the field that a stage writes, which has read ``OptionType/elementField``. If the file lacks the option, the stage writes
    /// the field that it reads. The result is the path inside the record or element.
    ///
    /// - Parameter scope: The scope of the stage.
    public static func field(in scope: FieldScope) -> Self {
        inner(scope, isRead: false, example: "text", default: nil) { _, _ in scope.field }
    }

    private static func inner(
        _ scope: FieldScope, isRead: Bool, example: String, default written: JSONValue?,
        _ fallback: @escaping (inout OptionReader, String) -> FieldPath
    ) -> Self {
        var type = Self(kind: .field, placeholder: scope.field) {
            $0.innerField($1, $2, in: scope, isRead: isRead, example: example)
        }
        type.fallback = Fallback(written: written, value: fallback)
        return type
    }
}

extension OptionType where Value == FieldScope {
    /// The path of the field that a stage processes. It may lead to a field of each element of a list, each of which is then a record of its
    /// own. The result is the scope of the stage: the record, or each element.
    public static var elementField: Self {
        Self(kind: .field, placeholder: FieldScope(name: ""), written: { .string($0.field.source) }) {
            $0.watchedPath($1, $2).map { FieldScope($0) }
        }
    }
}

extension OptionType where Value == [FieldPath] {
    /// A list of paths, which may lead to a field of each element of a list.
    ///
    /// - Parameter isEmptyAllowed: Whether the list may be empty.
    public static func fields(isEmptyAllowed: Bool = true) -> Self {
        Self(
            kind: .list(.field, isEmptyAllowed: isEmptyAllowed), placeholder: [],
            parse: { $0.fieldList($1, $2, isEmptyAllowed: isEmptyAllowed, shown: &$3) },
            written: { .array($0.map { .string($0.source) }) })
    }
}

extension OptionType where Value == [(from: FieldPath, to: FieldPath)] {
    /// An object that maps paths of fields to their new paths, in the order of the file.
    ///
    /// The reader reports a move out of the field's record or element, and two moves of which one would replace the other's result.
    public static var fieldMoves: Self { Self(kind: .strings, placeholder: []) { $0.fieldMoves($1, $2) } }
}

extension OptionReader {
    /// Reads the option `field`: the path of the field with the HTML that the stage processes, by default `html`.
    public mutating func htmlField() -> FieldScope {
        read(
            "field", .elementField, default: FieldScope(name: "html"),
            help: "The field with HTML, as text or as a document that a stage built: a name, or a path such as .messages[].body.")
    }

    /// Reads a path that may lead into each element of a list, with a watch for misspelt names.
    fileprivate mutating func watchedPath(_ value: ConfigValue, _ key: String) -> FieldPath? {
        guard let field = path(value, key) else { return nil }
        return value.isSecret ? field : field.watched(by: watch([field], key: key))
    }

    fileprivate mutating func innerField(
        _ value: ConfigValue, _ key: String, in scope: FieldScope, isRead: Bool, example: String
    ) -> FieldPath? {
        guard let field = isRead ? path(value, key) : newPath(value, key) else { return nil }
        guard let inner = scope.inner(field) else {
            report(Self.elsewhere(scope, example, value), at: value.range, key: key)
            return nil
        }
        return isRead && scope.list == nil && !value.isSecret ? inner.watched(by: watch([field], key: key)) : inner
    }

    /// The message for a path that leads out of the scope of the stage.
    static func elsewhere(_ scope: FieldScope, _ example: String, _ value: ConfigValue) -> String {
        guard let list = scope.list else { return "\"[]\" can stand here only if the field that is read has it, too" }
        let wanted = scope.isElementItself ? "\(list), the element itself" : "a field of each element, such as \(scope.example(example))"
        return "expected \(wanted), found \(value.phrase)"
    }

    fileprivate mutating func fieldMoves(_ value: ConfigValue, _ name: String) -> [(from: FieldPath, to: FieldPath)]? {
        var moves: [(from: FieldPath, to: FieldPath)] = []
        var targets: [(member: ConfigValue.Member, path: FieldPath)] = []
        for member in members(value, name, .strings) {
            let key = "\(name).\(member.key)"
            let from = path(text: member.key, at: { _ in member.keyRange }, key)
            guard let to = newPath(member.value, key), let from else { continue }
            let scope = FieldScope(from)
            guard !scope.isElementItself, scope.inner(to) != nil else {
                report(Self.elsewhere(scope, "new_name", member.value), at: member.value.range, key: key)
                continue
            }
            moves.append((from, to))
            targets.append((member, to))
        }
        reportContained(targets, name)
        let watch = watch(moves.map(\.from), key: name)
        return moves.map { ($0.from.watched(by: watch), $0.to) }
    }

    /// Reports pairs of new paths of which one leads into the other: one of the two fields would be lost.
    private mutating func reportContained(_ targets: [(member: ConfigValue.Member, path: FieldPath)], _ name: String) {
        var indices: [[UInt8]: Int] = [:]
        for (index, target) in targets.enumerated() { indices[Array(FieldPath.text(of: target.path.steps).utf8)] = index }
        for (index, target) in targets.enumerated() {
            for count in 1..<max(1, target.path.steps.count) {
                let outer = Array(FieldPath.text(of: target.path.steps.prefix(count)).utf8)
                guard let other = indices[outer] else { continue }
                // The problem is reported at the later of the two.
                let later = targets[max(index, other)]
                report(
                    "\(targets[other].path.description) would replace the object that \(target.path.description) is put into; choose another name",
                    at: later.member.value.range, key: "\(name).\(later.member.key)")
                break
            }
        }
    }

    /// Reads the path of a field from a key of the option's object.
    mutating func fieldKey(_ member: ConfigValue.Member, _ key: String) -> FieldPath? {
        guard let field = path(text: member.key, at: { _ in member.keyRange }, key) else { return nil }
        return checkedSingle(field, at: member.keyRange, key)
    }

    /// Reads the path of one field. A path that is read gets a watch for misspelt names, unless it is secret.
    mutating func singleField(_ value: ConfigValue, _ key: String, isRead: Bool) -> FieldPath? {
        let path = isRead ? path(value, key) : newPath(value, key)
        guard let path, let field = checkedSingle(path, at: value.range, key) else { return nil }
        return !isRead || value.isSecret ? field : field.watched(by: watch([field], key: key))
    }

    /// Reads a list of paths. All of them share one watch for misspelt names.
    fileprivate mutating func fieldList(
        _ value: ConfigValue, _ key: String, isEmptyAllowed: Bool, shown: inout JSONValue
    ) -> [FieldPath]? {
        let fields: [FieldPath]? = list(value, key, .field, isEmptyAllowed: isEmptyAllowed, shown: &shown) { reader, item, key, _ in
            reader.path(item, key)
        }
        guard let fields else { return nil }
        var isSecret = value.isSecret
        if case .array(let elements) = value.content { isSecret = isSecret || elements.contains(where: \.isSecret) }
        let watch = isSecret ? nil : watch(fields, key: key)
        return fields.map { $0.watched(by: watch) }
    }

    private mutating func checkedSingle(_ field: FieldPath, at range: Range<Int>, _ key: String) -> FieldPath? {
        guard field.isOfElements else { return field }
        report("expected the path of one field; \"[]\" leads to one in each element", at: range, key: key)
        return nil
    }

    /// Parses the path of a field that the component makes. It cannot be secret: records, rejects and reports show the names of fields.
    private mutating func newPath(_ value: ConfigValue, _ key: String) -> FieldPath? {
        guard let secretName = value.secretName else { return path(value, key) }
        report(
            "\(secretName.printable) is secret, and outputs show the names of their fields; write the name here", at: value.range, key: key)
        return nil
    }

    /// Parses a path; nil after it has reported a problem.
    mutating func path(_ value: ConfigValue, _ key: String) -> FieldPath? {
        guard let text = text(value, key, .field) else { return nil }
        guard let secretName = value.secretName else { return path(text: text, at: { value.rangeOfCharacter(at: $0) }, key) }
        guard let path = try? FieldPath(text) else {
            report("\(secretName.printable) holds no path of a field", at: value.range, key: key)
            return nil
        }
        return path.hidden(as: secretName)
    }

    private mutating func path(text: String, at place: (Int) -> Range<Int>, _ key: String) -> FieldPath? {
        do throws(FieldPathError) {
            return try FieldPath(text)
        } catch {
            report(error.message, at: place(error.offset), key: key)
            return nil
        }
    }
}
