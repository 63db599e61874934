import JSONParsing

/// Finds conditions with the same result for every value, most likely by mistake.
enum ConstantCondition {
    /// The warning about a condition; nil if there is none.
    static func remark(on syntax: Syntax) -> String? {
        switch syntax {
        case .update(.assign, _, _): "\"=\" assigns, and what it gives is true for every record; did you mean \"==\"?"
        case .literal(let value) where value.kind != .boolean && value.kind != .null:
            "\(value.compactText) is the same, and true, for every record"
        case .condition(let branches, _): branches.lazy.compactMap { assignment($0.condition) }.first
        case .call("select", let arguments, _) where arguments.count == 1: assignment(arguments[0])
        case .operation(.and, let left, let right), .operation(.or, let left, let right): remark(on: left) ?? remark(on: right)
        case .pipe(let stages): stages.last.flatMap { remark(on: isNegation($0) ? .pipe(stages.dropLast()) : $0) }
        default: nil
        }
    }

    /// The remark on an assignment in a condition inside a program.
    private static func assignment(_ syntax: Syntax) -> String? {
        if case .update(.assign, _, _) = syntax { remark(on: syntax) } else { nil }
    }

    private static func isNegation(_ syntax: Syntax) -> Bool {
        if case .call("not", _, _) = syntax { true } else { false }
    }
}
