/// The declaration of one case of an option whose `type` selects the other options of its object.
public struct OptionCase: Sendable {
    /// The `type` in the pipeline file.
    public let name: String
    /// The purpose of the case in one sentence.
    public let help: String
    /// The options of the case.
    public let options: [OptionDeclaration]
}
