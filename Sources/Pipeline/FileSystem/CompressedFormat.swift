/// A format of compressed files. tabpipe detects such files, to name the format in an error. It cannot read or write them yet.
public enum CompressedFormat: String, CaseIterable, Sendable {
    /// The formats of gzip, Zstandard, bzip2, XZ and ZIP files.
    case gzip, zstd, bzip2, xz, zip

    private var suffixes: [String] {
        switch self {
        case .gzip: [".gz", ".tgz", ".gzip"]
        case .zstd: [".zst", ".zstd"]
        case .bzip2: [".bz2"]
        case .xz: [".xz"]
        case .zip: [".zip"]
        }
    }

    /// The first bytes of every such file.
    private var mark: [UInt8] {
        switch self {
        case .gzip: [0x1F, 0x8B]
        case .zstd: [0x28, 0xB5, 0x2F, 0xFD]
        case .bzip2: Array("BZh".utf8)
        case .xz: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]
        case .zip: [0x50, 0x4B, 0x03, 0x04]
        }
    }

    /// The shell command that writes the decompressed content to standard output.
    private var command: String {
        switch self {
        case .gzip: "gzip -dc"
        case .zstd: "zstd -dc"
        case .bzip2: "bzip2 -dc"
        case .xz: "xz -dc"
        case .zip: "unzip -p"
        }
    }

    /// Detects the format from the extension of a file name.
    ///
    /// - Parameter path: A path or a URL. The query of a URL is ignored.
    /// - Returns: nil if no format has the extension.
    public init?(ofName path: String) {
        let name = (path.isWebAddress ? path.prefix { $0 != "?" && $0 != "#" } : path[...]).lowercased()
        guard let found = Self.allCases.first(where: { $0.suffixes.contains(where: name.hasSuffix) }) else { return nil }
        self = found
    }

    /// Detects the format of an input from its first bytes.
    ///
    /// - Parameter beginning: The start of the input, long enough for ``needsMore(_:)`` to return false, or the whole input.
    /// - Returns: nil if the input is not compressed.
    public init?(beginning: some Collection<UInt8>) {
        guard let found = Self.allCases.first(where: { beginning.starts(with: $0.mark) }) else { return nil }
        // Plain text may begin with "BZh". In a bzip2 file, a digit and six fixed bytes follow.
        if found == .bzip2, !beginning.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) { return nil }
        self = found
    }

    /// Whether the first bytes of an input are too few to detect a format.
    public static func needsMore(_ beginning: [UInt8]) -> Bool {
        if beginning.count < 10, beginning.starts(with: Self.bzip2.mark) { return true }
        return allCases.contains { beginning.count < $0.mark.count && $0.mark.starts(with: beginning) }
    }

    /// The end of a message about a compressed input, with the command that decompresses it.
    public var inputFault: String { "compressed with \(rawValue), which is not read yet; \(command) FILE | tabpipe … reads it from \"-\"" }

    /// The end of a message about an output with the extension of a compressed file.
    var outputFault: String {
        "this name promises a file compressed with \(rawValue), and outputs are not compressed yet; leave the ending out, and compress the "
            + "file after the run"
    }
}
