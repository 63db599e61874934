// Options of stages that process each element of a list as a record of its own.
extension OptionReader {
    /// Reads the path of the field that the stage processes. The path may lead to a field of each element of a list.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - fallback: The name of the field if the option is missing.
    ///   - help: The purpose of the option in one sentence.
    /// - Returns: The scope of the stage: the record, or each element of the list.
    public mutating func elementField(_ name: String, default fallback: String, help: String) -> FieldScope {
        let value = declare(name, .field, isRequired: false, default: .string(fallback), help: help)
        guard let value, let field = path(value, name) else { return FieldScope(FieldPath(name: fallback)) }
        return FieldScope(value.isSecret ? field : field.watched(by: watch([field], key: name)))
    }

    /// Reads the path of what the stage processes: each element of a list, such as `.messages[]`, or one object; nil if the option is missing
    /// or null.
    ///
    /// Package access: only the stage `hydrate` waits between the elements; plug-ins have ``ElementStage``.
    package mutating func optionalElements(_ name: String, help: String) -> FieldPath? {
        let value = declare(name, .field, isRequired: false, default: nil, help: help)
        guard let value, let field = path(value, name) else { return nil }
        return value.isSecret ? field : field.watched(by: watch([field], key: name))
    }

    /// Reads the option `field`: the path of the field with the HTML that the stage processes, by default `html`.
    public mutating func htmlField() -> FieldScope {
        elementField(
            "field", default: "html",
            help: "The field with HTML, as text or as a document that a stage built: a name, or a path such as .messages[].body.")
    }

    /// Reads the path of another field in the scope of the stage.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - fallback: The name of a field beside the processed one, used if the option is missing.
    ///   - scope: The scope that the first `elementField` returned.
    ///   - isRead: Whether records should have the field. If no record has it, the run warns.
    ///   - help: The purpose of the option in one sentence.
    /// - Returns: The path inside the record or element.
    public mutating func elementField(
        _ name: String, default fallback: String, beside scope: FieldScope, isRead: Bool = false, help: String
    ) -> FieldPath {
        let isPlain = scope.list == nil && scope.field.name != nil
        let shown = isPlain ? fallback : scope.example(fallback)
        let value = declare(name, .field, isRequired: false, default: .string(shown), help: help)
        guard let value else {
            if let field = scope.beside(fallback) { return field }
            report("\"\(name)\" is missing; where each element is the text itself, it is \(shown)")
            return scope.field
        }
        return inner(value, name, in: scope, isRead: isRead, example: fallback) ?? scope.field
    }

    /// Reads the path of the field that the stage writes. If the option is missing, the stage writes the field that it reads.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - scope: The scope that the first `elementField` returned.
    ///   - help: The purpose of the option in one sentence.
    /// - Returns: The path inside the record or element.
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

    /// The message for a path that leads out of the scope of the stage.
    static func elsewhere(_ scope: FieldScope, _ example: String, _ value: ConfigValue) -> String {
        guard let list = scope.list else { return "\"[]\" can stand here only if the field that is read has it, too" }
        let wanted = scope.isElementItself ? "\(list), the element itself" : "a field of each element, such as \(scope.example(example))"
        return "expected \(wanted), found \(value.phrase)"
    }
}
