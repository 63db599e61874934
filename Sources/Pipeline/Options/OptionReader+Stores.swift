// Files that a component keeps from run to run.
extension OptionReader {
    /// Reads the path of a file that the component itself reads and replaces during a run, such as a store of tokens. The option is
    /// required.
    ///
    /// Steps of one pipeline, and runs at the same time, may share the file. So the component locks it where it needs to. The pipeline
    /// reader reports a store that is an input, an output or the pipeline file, too.
    public mutating func store(_ name: String, help: String) -> MaskedText { required(name, .store, help) }

    /// Reads the path of a folder whose files the component itself reads and replaces during a run, such as a cache. The option is
    /// required.
    ///
    /// Steps of one pipeline, and runs at the same time, may share the folder. No record can have a path inside it.
    ///
    /// - Parameters:
    ///   - name: The key of the option.
    ///   - isReadOnly: Whether the component writes nothing to the folder.
    ///   - help: The purpose of the option in one sentence.
    public mutating func storeFolder(_ name: String, isReadOnly: Bool = false, help: String) -> MaskedText {
        required(name, .storeFolder(isReadOnly: isReadOnly), help)
    }
}

extension OptionType where Value == MaskedText {
    static var store: Self { Self(kind: .path, placeholder: MaskedText("")) { $0.readStore($1, $2) } }
    static func storeFolder(isReadOnly: Bool) -> Self {
        Self(kind: .path, placeholder: MaskedText("")) { $0.readStoreFolder($1, $2, isReadOnly: isReadOnly) }
    }
}

extension OptionReader {
    /// Checks the path of a store; nil after it has reported a problem.
    mutating func readStore(_ value: ConfigValue, _ key: String) -> MaskedText? {
        switch writtenOutput(value, key, isFile: true, as: .store) {
        case nil, .standardOutput: return nil
        case .file(let path): return path
        case .device:
            report("expected the path of a file, found \(value.phrase), which is a device or a pipe", at: value.range, key: key)
            return nil
        }
    }

    /// Checks the path of a folder with stores; nil after it has reported a problem.
    mutating func readStoreFolder(_ value: ConfigValue, _ key: String, isReadOnly: Bool) -> MaskedText? {
        guard let path = folder(value, key, isWritten: !isReadOnly) else { return nil }
        note(.storeFolder(isReadOnly: isReadOnly), path.value, key, value)
        return path
    }
}
