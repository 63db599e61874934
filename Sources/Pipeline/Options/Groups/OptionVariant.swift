/// One case of an option that is an object with a `type`: its name, and the method that reads its options.
///
///     OptionVariant("bearer", help: "A token in the header Authorization.") { .bearer($0.read("token", .secret, help: "The token.")) }
public struct OptionVariant<Value> {
    let name: String
    let help: String
    let read: (inout OptionReader) -> Value

    /// Creates a case.
    ///
    /// - Parameters:
    ///   - name: The `type` in the pipeline file.
    ///   - help: The purpose of the case in one sentence.
    ///   - read: Reads the options of the case. It may run several times, because a description of the options needs no file.
    public init(_ name: String, help: String, read: @escaping (inout OptionReader) -> Value) {
        self.name = name
        self.help = help
        self.read = read
    }

    /// The value that `read` makes of defaults and placeholders, without a file.
    var placeholder: Value {
        var reader = OptionReader.describing
        return read(&reader)
    }

    var declaration: VariantDeclaration {
        var reader = OptionReader.describing
        _ = read(&reader)
        return VariantDeclaration(name: name, help: help, options: reader.declarations)
    }
}

/// The declaration of one case of an option whose `type` selects the other options of its object.
public struct VariantDeclaration: Sendable {
    /// The `type` in the pipeline file.
    public let name: String
    /// The purpose of the case in one sentence.
    public let help: String
    /// The options of the case.
    public let options: [OptionDeclaration]
}
