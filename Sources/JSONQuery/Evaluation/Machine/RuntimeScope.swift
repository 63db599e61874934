import JSONParsing

/// A variable, a parameter or a label, linked to the scope around it. The compiler has replaced names by distances in scopes.
///
/// A class, because closures and choice points share it. It does not change.
final class RuntimeScope {
    /// Limit of scopes that closures link to each other, because ARC releases them recursively.
    private static let maxDepth = 1000

    let parent: RuntimeScope?
    let content: Content
    /// The variable's value; null for closures and labels.
    fileprivate let value: JSONValue
    private let depth: Int

    enum Content {
        case variable
        case closure(Closure)
        /// Number of choice points when the machine reached the label.
        case label(Int)
    }

    init(_ value: JSONValue, in parent: RuntimeScope?) {
        self.parent = parent
        content = .variable
        self.value = value
        depth = (parent?.depth ?? 0) + 1
    }

    init(label choicePointCount: Int, in parent: RuntimeScope?) {
        self.parent = parent
        content = .label(choicePointCount)
        value = .null
        depth = (parent?.depth ?? 0) + 1
    }

    init(_ closure: Closure, in parent: RuntimeScope?) throws {
        self.parent = parent
        content = .closure(closure)
        value = .null
        depth = max(parent?.depth ?? 0, closure.scope?.depth ?? 0) + 1
        if depth > Self.maxDepth {
            throw QueryRuntimeError(limit: "functions are handed to functions more than \(Self.maxDepth) levels deep")
        }
    }

    /// A member of a variable's value. Recursion over the scopes avoids a retain of each scope, and access in place one of the value.
    func field(_ key: String, ofVariable levels: Int, scannedBytes bytes: inout Int) throws -> JSONValue {
        if levels > 0 { return try parent?.field(key, ofVariable: levels - 1, scannedBytes: &bytes) ?? .null }
        return try ValueAccess.field(value, key, scannedBytes: &bytes)
    }
}

extension RuntimeScope? {
    /// The scope some levels up; 0 is this one.
    func ancestor(_ levels: Int) -> RuntimeScope? {
        var scope = self
        for _ in 0..<levels { scope = scope?.parent }
        return scope
    }

    /// The value of a variable.
    func value(_ levels: Int) -> JSONValue { ancestor(levels)?.value ?? .null }
}

/// A program passed to a function as an argument, with the scope of the caller.
struct Closure {
    let node: any Node
    let scope: RuntimeScope?
}

/// The compiled body of a function, to which its calls refer. The compiler sets it once, before the program is returned.
///
/// A class, because the body of a recursive function refers to it. `@unchecked Sendable`, because it does not change after compilation.
final class CompiledFunction: @unchecked Sendable {
    /// nil until the body has been compiled.
    var body: (any Node)?
}
