import JSONParsing

extension BuiltIns {
    /// Functions of paths.
    static let paths: [String: Native] = [
        "setpath/2": { input, arguments, run in
            var root = input
            try PathEditing.set(try Access.path(arguments[0]), to: arguments[1], in: &root, run)
            return root
        },
        "delpaths/1": { input, arguments, run in
            guard arguments[0].kind == .array else { throw QueryRuntimeError("Paths must be specified as an array") }
            return try PathEditing.delete(try Access.array(arguments[0]), in: input, run)
        },
    ]
}
