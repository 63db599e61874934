import Synchronization

extension BuiltIns {
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
