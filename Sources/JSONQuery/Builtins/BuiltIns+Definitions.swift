import JSONParsing
import Synchronization

/// The built-in functions that are written in the jq language. The compiler compiles them with the programs that call them.
extension BuiltIns {
    /// The text of each function, by name and number of arguments. Only functions that a program calls are parsed, because parsing all of
    /// them takes longer than many runs.
    static let definitionTexts: [String: Substring] = {
        // A function begins where a line does, and goes on up to the next one.
        let starts = prelude.utf8.split(separator: UInt8(ascii: "\n")).filter { $0.starts(with: "def ".utf8) }.map(\.startIndex)
        let functions = zip(starts, starts.dropFirst() + [prelude.endIndex]).map { prelude[$0..<$1] }
        return Dictionary(functions.map { (name(of: $0), $0) }) { first, _ in first }
    }()

    /// The name and number of parameters of a function: `map/1` for `def map(f): …`.
    private static func name(of function: Substring) -> String {
        let head = function.utf8.dropFirst("def ".utf8.count).prefix { $0 != UInt8(ascii: ":") }
        let name = head.prefix { $0 != UInt8(ascii: "(") }
        let parameters = head.dropFirst(name.count)
        return "\(Substring(name))/\(parameters.isEmpty ? 0 : 1 + parameters.count { $0 == UInt8(ascii: ";") })"
    }

    private static let definitions = Mutex<[String: Definition]>([:])

    /// A function of the prelude; the same instance each time, because the compiler identifies functions by instance.
    ///
    /// - Parameter name: With the number of arguments, such as `map/1`.
    static func definition(_ name: String) -> Definition? {
        definitions.withLock { definitions in
            if let known = definitions[name] { return known }
            guard let text = definitionTexts[name], var parser = try? Parser(String(text)), let syntax = try? parser.functionSyntax() else {
                return nil
            }
            let definition = Definition(syntax, in: .prelude, depth: 0, isBuiltIn: true)
            definitions[name] = definition
            return definition
        }
    }
}
