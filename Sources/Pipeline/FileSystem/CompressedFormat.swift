/// A format of compressed files. They are neither read nor written, and said to be what they are.
package enum CompressedFormat: String, CaseIterable {
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

    /// The shell command that writes the content of such a file to standard output.
    private var command: String {
        switch self {
        case .gzip: "gzip -dc"
        case .zstd: "zstd -dc"
        case .bzip2: "bzip2 -dc"
        case .xz: "xz -dc"
        case .zip: "unzip -p"
        }
    }

    /// The format that a file's name promises; nil if it promises none.
    ///
    /// - Parameter path: A path, or an address, whose query does not count.
    package init?(ofName path: String) {
        let name = (path.isWebAddress ? path.prefix { $0 != "?" && $0 != "#" } : path[...]).lowercased()
        guard let found = Self.allCases.first(where: { $0.suffixes.contains(where: name.hasSuffix) }) else { return nil }
        self = found
    }

    /// The format of an input; nil if it is not compressed.
    ///
    /// - Parameter beginning: Its first bytes, at least as many as ``needsMore(_:)`` wants.
    package init?(beginning: some Collection<UInt8>) {
        guard let found = Self.allCases.first(where: { beginning.starts(with: $0.mark) }) else { return nil }
        // Lines of text may begin with the mark of bzip2; what follows there is a digit and six fixed bytes.
        if found == .bzip2, !beginning.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) { return nil }
        self = found
    }

    /// Whether the first bytes of an input leave open whether it is compressed.
    package static func needsMore(_ beginning: [UInt8]) -> Bool {
        if beginning.count < 10, beginning.starts(with: Self.bzip2.mark) { return true }
        return allCases.contains { beginning.count < $0.mark.count && $0.mark.starts(with: beginning) }
    }

    /// What is wrong with such an input, and what helps.
    package var inputFault: String { "compressed with \(rawValue), which is not read yet; \(command) FILE | tabpipe … reads it from \"-\"" }

    /// What is wrong with such an output, and what helps.
    package var outputFault: String {
        "this name promises a file compressed with \(rawValue), and outputs are not compressed yet; leave the ending out, and compress the "
            + "file after the run"
    }
}
