extension OptionReader {
    /// The path of a field that is read, which has to be named.
    public mutating func field(_ name: String, help: String) -> FieldPath {
        readField(declare(name, .field, isRequired: true, default: nil, help: help), name) ?? FieldPath(name: "")
    }

    /// The path of a field that is read, with a default.
    public mutating func field(_ name: String, default fallback: String, help: String) -> FieldPath {
        let value = declare(name, .field, isRequired: false, default: .string(fallback), help: help)
        return readField(value, name) ?? FieldPath(name: fallback)
    }

    /// The path of a field that is written and need not be there, with a default.
    public mutating func newField(_ name: String, default fallback: String, help: String) -> FieldPath {
        let value = declare(name, .field, isRequired: false, default: .string(fallback), help: help)
        return single(value, name) ?? FieldPath(name: fallback)
    }

    /// Paths of fields, also of those in each element of a list; empty if the option is missing.
    public mutating func fields(_ name: String, help: String) -> [FieldPath] {
        paths(declare(name, .list(.field), isRequired: false, default: [], help: help), name)
    }

    /// Paths of fields as ``fields(_:help:)``, at least one.
    public mutating func requiredFields(_ name: String, help: String) -> [FieldPath] {
        let value = declare(name, .list(.field), isRequired: true, default: nil, help: help)
        if let value, case .array(let elements) = value.content, elements.isEmpty {
            report("expected at least one name", at: value.range, key: name)
        }
        return paths(value, name)
    }

    /// An object that has for paths of fields their new paths.
    public mutating func fieldMoves(_ name: String, help: String) -> [(from: FieldPath, to: FieldPath)] {
        guard let value = declare(name, .strings, isRequired: true, default: nil, help: help) else { return [] }
        var moves: [(from: FieldPath, to: FieldPath)] = []
        var targets: [(member: ConfigValue.Member, path: FieldPath)] = []
        for member in members(value, name, .strings) {
            let key = "\(name).\(member.key)"
            let from = path(text: member.key, at: { _ in member.keyRange }, key)
            guard let to = path(member.value, key), let from else { continue }
            let scope = FieldScope(from)
            guard !scope.isBare, scope.inner(to) != nil else {
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

    /// Reports new paths of which one leads into what another one replaces: one of the two fields would be lost.
    private mutating func reportContained(_ targets: [(member: ConfigValue.Member, path: FieldPath)], _ name: String) {
        var indices: [[UInt8]: Int] = [:]
        for (index, target) in targets.enumerated() { indices[Array(FieldPath.text(of: target.path.steps).utf8)] = index }
        for (index, target) in targets.enumerated() {
            for count in 1..<max(1, target.path.steps.count) {
                let outer = Array(FieldPath.text(of: target.path.steps.prefix(count)).utf8)
                guard let other = indices[outer] else { continue }
                // The later one of the two is the one to change.
                let later = targets[max(index, other)]
                report(
                    "\(targets[other].path.description) would replace the object that \(target.path.description) is put into; choose another name",
                    at: later.member.value.range, key: "\(name).\(later.member.key)")
                break
            }
        }
    }

    /// The path of a field that is set, which stands as a key in the file.
    mutating func field(named member: ConfigValue.Member, _ key: String) -> FieldPath? {
        guard let field = path(text: member.key, at: { _ in member.keyRange }, key) else { return nil }
        return checkedSingle(field, at: member.keyRange, key)
    }

    private mutating func paths(_ value: ConfigValue?, _ name: String) -> [FieldPath] {
        guard let value else { return [] }
        guard case .array(let elements) = value.content else {
            reportWrongKind(value, name, expected: OptionDeclaration.Kind.list(.field).expectation)
            return []
        }
        var fields: [FieldPath] = []
        for (index, element) in elements.enumerated() {
            if let field = path(element, "\(name)[\(index)]") { fields.append(field) }
        }
        let isSecret = value.isSecret || elements.contains(where: \.isSecret)
        let watch = isSecret ? nil : watch(fields, key: name)
        return fields.map { $0.watched(by: watch) }
    }

    /// The path of one field that is read, if the file names one.
    private mutating func readField(_ value: ConfigValue?, _ name: String) -> FieldPath? {
        guard let value, let field = single(value, name) else { return nil }
        return value.isSecret ? field : field.watched(by: watch([field], key: name))
    }

    private mutating func single(_ value: ConfigValue?, _ name: String) -> FieldPath? {
        guard let value, let field = path(value, name) else { return nil }
        return checkedSingle(field, at: value.range, name)
    }

    private mutating func checkedSingle(_ field: FieldPath, at range: Range<Int>, _ key: String) -> FieldPath? {
        guard field.isOfElements else { return field }
        report("expected the path of one field; \"[]\" leads to one in each element", at: range, key: key)
        return nil
    }

    /// A path that is right; what is not has been reported.
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

// For stages that work in each element of a list as in a record.
extension OptionReader {
    /// The path of the field that a stage works on, which may be one of each element of a list.
    public mutating func elementField(_ name: String, default fallback: String, help: String) -> FieldScope {
        let value = declare(name, .field, isRequired: false, default: .string(fallback), help: help)
        guard let value, let field = path(value, name) else { return FieldScope(FieldPath(name: fallback)) }
        return FieldScope(value.isSecret ? field : field.watched(by: watch([field], key: name)))
    }

    /// The path of the field with the HTML that a stage works on.
    public mutating func htmlField() -> FieldScope {
        elementField(
            "field", default: "html",
            help: "The field with HTML, as text or as a document that a stage built: a name, or a path such as .messages[].body.")
    }

    /// The path of another field of the record or element that a stage works on.
    ///
    /// - Parameters:
    ///   - fallback: The name of the field beside the one that is read, if the file names none.
    ///   - isRead: Whether a record is expected to have the field.
    public mutating func elementField(
        _ name: String, default fallback: String, beside scope: FieldScope, isRead: Bool = false, help: String
    ) -> FieldPath {
        let isPlain = scope.list == nil && scope.field.name != nil
        let shown = isPlain ? fallback : scope.example(fallback)
        let value = declare(name, .field, isRequired: false, default: .string(shown), help: help)
        guard let value else {
            if let field = scope.beside(fallback) { return field }
            report("\(name) is missing; where each element is the text itself, it is \(shown)")
            return scope.field
        }
        return inner(value, name, in: scope, isRead: isRead, example: fallback) ?? scope.field
    }

    /// The path of the field that a stage writes to; the one that it reads, if the file names none.
    public mutating func elementField(_ name: String, in scope: FieldScope, help: String) -> FieldPath {
        let value = declare(name, .field, isRequired: false, default: nil, help: help)
        return value.flatMap { inner($0, name, in: scope, isRead: false, example: "text") } ?? scope.field
    }

    private mutating func inner(_ value: ConfigValue, _ name: String, in scope: FieldScope, isRead: Bool, example: String) -> FieldPath? {
        guard let field = path(value, name) else { return nil }
        guard let inner = scope.inner(field) else {
            report(Self.elsewhere(scope, example, value), at: value.range, key: name)
            return nil
        }
        return isRead && scope.list == nil && !value.isSecret ? inner.watched(by: watch([field], key: name)) : inner
    }

    /// What a message says of a path that does not lead to where the stage works.
    private static func elsewhere(_ scope: FieldScope, _ example: String, _ value: ConfigValue) -> String {
        guard let list = scope.list else { return "\"[]\" can stand here only if the field that is read has it, too" }
        let wanted = scope.isBare ? "\(list), the element itself" : "a field of each element, such as \(scope.example(example))"
        return "expected \(wanted), found \(value.phrase)"
    }
}
