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
    static func elsewhere(_ scope: FieldScope, _ example: String, _ value: ConfigValue) -> String {
        guard let list = scope.list else { return "\"[]\" can stand here only if the field that is read has it, too" }
        let wanted = scope.isElementItself ? "\(list), the element itself" : "a field of each element, such as \(scope.example(example))"
        return "expected \(wanted), found \(value.phrase)"
    }
}
