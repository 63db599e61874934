import JSONParsing

/// A variable, a parameter or a label, and what was in scope before it. Names are gone: the compiler counts how far up each one is.
///
/// A class, because closures and choice points share it. It does not change.
final class Scope {
    /// Scopes that lie above each other because closures refer to closures; releasing them recurses.
    private static let maxDepth = 1000

    let parent: Scope?
    let content: Content
    /// The variable's value; null where the content is another.
    fileprivate let value: JSONValue
    private let depth: Int

    enum Content {
        case variable
        case closure(Closure)
        /// How many choice points there were where the label stands.
        case label(Int)
    }

    init(_ value: JSONValue, in parent: Scope?) {
        self.parent = parent
        content = .variable
        self.value = value
        depth = (parent?.depth ?? 0) + 1
    }

    init(label choicePointCount: Int, in parent: Scope?) {
        self.parent = parent
        content = .label(choicePointCount)
        value = .null
        depth = (parent?.depth ?? 0) + 1
    }

    init(_ closure: Closure, in parent: Scope?) throws {
        self.parent = parent
        content = .closure(closure)
        value = .null
        depth = max(parent?.depth ?? 0, closure.scope?.depth ?? 0) + 1
        if depth > Self.maxDepth {
            throw QueryRuntimeError(limit: "functions are handed to functions more than \(Self.maxDepth) levels deep")
        }
    }

    /// A member of a variable's value, which is looked at where it is: a copy of it would be one owner more for the time being, and so
    /// would be each scope on the way if it were kept in a local variable.
    func field(_ key: String, ofVariable levels: Int, scannedBytes bytes: inout Int) throws -> JSONValue {
        if levels > 0 { return try parent?.field(key, ofVariable: levels - 1, scannedBytes: &bytes) ?? .null }
        return try Access.field(value, key, scannedBytes: &bytes)
    }
}

extension Scope? {
    /// The scope some levels up; 0 is this one.
    func ancestor(_ levels: Int) -> Scope? {
        var scope = self
        for _ in 0..<levels { scope = scope?.parent }
        return scope
    }

    /// The value of a variable.
    func value(_ levels: Int) -> JSONValue { ancestor(levels)?.value ?? .null }
}
