extension Shard {
    /// The run whose name stands for `{{$shard}}` in paths of outputs and in arguments of programs. A run that is none of several has the number 1 of 1.
    @TaskLocal static var current = Shard.whole

    /// A path or an argument with the name of the run in place of each `{{$shard}}`.
    package func naming(_ text: String) -> String {
        text.contains("$shard") ? text.replacing(#/\{\{\s*\$shard\s*\}\}/#, with: name) : text
    }
}

extension ConfigValue {
    /// The value with the name of the run in place of each `{{$shard}}`.
    var namingShard: ConfigValue {
        guard !isFilled, case .string(let text) = content else { return self }
        let named = Shard.current.naming(text)
        return named == text ? self : with(.string(named))
    }
}
