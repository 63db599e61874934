/// What a sink writes: standard output, a file that appears whole, or a device or pipe that takes bytes as they come.
public enum Output: Sendable, Equatable {
    /// Standard output.
    case standardOutput
    /// The path of a file, from where the program runs. It appears when the run has ended well.
    case file(MaskedText)
    /// The path of a device, a named pipe or a socket, which is written directly.
    case device(MaskedText)

    /// The name that stands for standard output in options and arguments.
    static let standardOutputName = "-"

    /// Tells what a name means. A path is looked up once, to tell devices from files.
    ///
    /// - Parameter text: A path, or `-` for standard output.
    public init(_ text: MaskedText) {
        if text.value == Self.standardOutputName {
            self = .standardOutput
        } else {
            self = FilePath.kind(of: text.value) == .special ? .device(text) : .file(text)
        }
    }

    /// Tells what a name means that messages may show.
    ///
    /// - Parameter name: A path, or `-` for standard output.
    public init(_ name: String) { self.init(MaskedText(name)) }

    /// The path as it is opened; nil for standard output.
    public var path: String? { text?.value }

    /// Whether the path came from the environment or another file.
    public var isSecret: Bool { text?.isSecret ?? false }

    /// The name in messages; the node that a secret path came from, such as `$env.OUT`.
    public var shown: String { text?.shown ?? "standard output" }

    /// Whether a run that fails leaves the output as it was.
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
