internal import JSONParsing

/// A program of the machine that a component starts: ``Hooks/programs``.
public struct StartedProgram: Sendable, Equatable {
    /// The name or path of the program, and its arguments. A path is relative to ``folder``.
    public let arguments: [MaskedText]
    /// The folder that the program runs in, so that paths among its arguments are relative to the pipeline file; "" for the current one.
    public let folder: String

    /// Describes a program.
    ///
    /// - Parameters:
    ///   - arguments: The name or path of the program, and its arguments.
    ///   - folder: The folder that the program runs in; "" for the current one.
    public init(arguments: [MaskedText], folder: String = "") {
        self.arguments = arguments
        self.folder = folder
    }

    /// The argument list as JSON, without secrets and control characters.
    public var shown: String { JSONValue.array(arguments.map { .string($0.shown.printable) }).compactText }
    /// What messages call the program: the last part of its path.
    public var name: String {
        guard let first = arguments.first else { return "" }
        return first.isSecret ? first.shown : (first.value.split(separator: "/").last.map(String.init) ?? first.value).printable
    }
}
