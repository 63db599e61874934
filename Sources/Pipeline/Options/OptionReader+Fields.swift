extension OptionReader {
    // Paths of fields. If no record has a field that a component reads, the run warns, because the name is most likely misspelt.

    /// Reads the path of a field that the component reads. The option is required.
    public mutating func field(_ name: String, help: String) -> FieldPath { required(name, .field(isRead: true), help) }

    /// Reads the path of a field that the component reads, with a default.
    public mutating func field(_ name: String, default fallback: String, help: String) -> FieldPath {
        value(name, .field(isRead: true), default: FieldPath(name: fallback), shown: .string(fallback), help)
    }

    /// Reads the path of a field that the component reads; nil if the option is missing or null.
    public mutating func optionalField(_ name: String, help: String) -> FieldPath? { optional(name, .field(isRead: true), help) }

    /// Reads the path of a field that the component creates or replaces. The option is required.
    public mutating func newField(_ name: String, help: String) -> FieldPath { required(name, .field(isRead: false), help) }

    /// Reads the path of a field that the component creates or replaces, with a default.
    public mutating func newField(_ name: String, default fallback: String, help: String) -> FieldPath {
        value(name, .field(isRead: false), default: FieldPath(name: fallback), shown: .string(fallback), help)
    }

    /// Reads the path of a field that the component creates or replaces; nil if the option is missing or null.
    public mutating func optionalNewField(_ name: String, help: String) -> FieldPath? { optional(name, .field(isRead: false), help) }

    /// Reads a list of at least one path, which may lead to a field of each element of a list. The option is required.
    public mutating func fields(_ name: String, help: String) -> [FieldPath] { required(name, .fields(isEmptyAllowed: false), help) }

    /// Reads a list of paths, which may lead to a field of each element of a list, with a default.
    public mutating func fields(_ name: String, default fallback: [String], help: String) -> [FieldPath] {
        value(
            name, .fields(isEmptyAllowed: true), default: fallback.map { FieldPath(name: $0) },
            shown: .array(fallback.map { .string($0) }), help)
    }

    /// Reads a list of paths, which may lead to a field of each element of a list; nil if the option is missing or null.
    public mutating func optionalFields(_ name: String, help: String) -> [FieldPath]? {
        optional(name, .fields(isEmptyAllowed: true), help)
    }

    /// Reads an object that maps paths of fields to their new paths, in the order of the file. The option is required.
    ///
    /// The reader reports a move out of the field's record or element, and two moves of which one would replace the other's result.
    public mutating func fieldMoves(_ name: String, help: String) -> [(from: FieldPath, to: FieldPath)] {
        guard let value = declare(name, .strings, isRequired: true, default: nil, help: help) else { return [] }
        var moves: [(from: FieldPath, to: FieldPath)] = []
        var targets: [(member: ConfigValue.Member, path: FieldPath)] = []
        for member in members(value, name, .strings) {
            let key = "\(name).\(member.key)"
            let from = path(text: member.key, at: { _ in member.keyRange }, key)
            guard let to = path(member.value, key), let from else { continue }
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
        guard let path = path(value, key), let field = checkedSingle(path, at: value.range, key) else { return nil }
        return !isRead || value.isSecret ? field : field.watched(by: watch([field], key: key))
    }

    /// Reads a list of paths, or one path. All of them share one watch for misspelt names.
    mutating func fieldList(_ value: ConfigValue, _ key: String, isEmptyAllowed: Bool) -> [FieldPath]? {
        let fields: [FieldPath]?
        switch value.content {
        case .string: fields = path(value, key).map { [$0] }
        case .array: fields = list(value, key, .field, isEmptyAllowed: isEmptyAllowed) { $0.path($1, $2) }
        default:
            reportWrongKind(value, key, expected: OptionDeclaration.Kind.fields.expectation)
            return nil
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
