import JSONParsing

extension BuiltIns {
    /// Functions of paths.
    static let paths: [String: Native] = [
        "delpaths/1": { input, arguments, budget in
            guard arguments[0].kind == .array else { throw QueryRuntimeError("Paths must be specified as an array") }
            var root = input
            try PathEditing.delete(try Access.array(arguments[0]), in: &root, budget)
            return root
        }
    ]
}
