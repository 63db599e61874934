/// The output of a sink: standard output, a file that appears whole, or a device or pipe that is written directly.
public enum Output: Sendable, Equatable {
    /// Writes to standard output; spelled `-` in options.
    case standardOutput
    /// The path of a file, relative to the current directory or absolute. The file appears at the end of a successful run.
    case file(MaskedText)
    /// The path of a device, a named pipe or a socket, which is written directly.
    case device(MaskedText)

    /// The name of standard output in options and arguments.
    package static let standardOutputName = "-"

    /// Interprets a name that may be secret. It looks at the file system once, to distinguish devices from files.
    ///
    /// - Parameter text: A path, or `-` for standard output.
    public init(_ text: MaskedText) {
        if text.value == Self.standardOutputName {
            self = .standardOutput
        } else {
            self = FilePath.kind(of: text.value) == .special ? .device(text) : .file(text)
        }
    }

    /// Interprets a name that is not secret.
    ///
    /// - Parameter name: A path, or `-` for standard output.
    public init(_ name: String) { self.init(MaskedText(name)) }

    /// The path as it is opened; nil for standard output.
    public var path: String? { text?.value }

    /// Whether the path came from the environment or another file.
    public var isSecret: Bool { text?.isSecret ?? false }

    /// The name in messages. Instead of a secret path, this is the node that it came from, such as `$env.OUT`.
    public var shown: String { text?.shown ?? "standard output" }

    /// Whether a failed run leaves the output unchanged.
    public var appearsWhole: Bool {
        if case .file = self { true } else { false }
    }

    private var text: MaskedText? {
        switch self {
        case .standardOutput: nil
        case .file(let text), .device(let text): text
        }
    }
}
