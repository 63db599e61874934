extension Shard {
    /// The run whose name stands for `{{$shard}}` in paths of outputs. A run that is none of several has the number 1 of 1.
    @TaskLocal static var current = Shard.whole
}

extension ConfigValue {
    /// The value with the name of the run in place of each `{{$shard}}`.
    var namingShard: ConfigValue {
        guard case .string(let text) = content, text.contains("$shard") else { return self }
        return with(.string(text.replacing(#/\{\{\s*\$shard\s*\}\}/#, with: Shard.current.name)))
    }
}
