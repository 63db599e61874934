/// A format of compressed files. tabpipe reads and writes gzip and Zstandard. It detects the others, to name them in an error.
///
/// Inputs are recognised by their first bytes, outputs by the ending of their names.
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

    /// Whether tabpipe reads and writes the format.
    public var isSupported: Bool { self == .gzip || self == .zstd }

    /// The file name extensions of compressed tar archives.
    private static let archives = [".tgz", ".tar.gz", ".tar.zst", ".tar.bz2", ".tar.xz"]

    /// The magic numbers: each file in the format begins with one of them.
    private var marks: [[UInt8]] {
        switch self {
        case .gzip: [[0x1F, 0x8B]]
        case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]]
        case .bzip2: [Array("BZh".utf8)]
        case .xz: [[0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]]
        // With files, without any, and meant to be split, where text that begins with "PK00" has no header of a file.
        case .zip: ["PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{7}\u{8}", "PK00PK\u{3}\u{4}"].map { Array($0.utf8) }
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
        let name = Self.name(in: path)
        guard let found = Self.allCases.first(where: { $0.suffixes.contains(where: name.hasSuffix) }) else { return nil }
        self = found
    }

    /// Removes the extension of a supported format: `page.html.gz` becomes `page.html`.
    package static func withoutEnding(_ path: String) -> String {
        guard let format = CompressedFormat(ofName: path), format.isSupported,
            let suffix = format.suffixes.first(where: path.lowercased().hasSuffix)
        else { return path }
        return String(path.dropLast(suffix.count))
    }

    private static func name(in path: String) -> String {
        (path.isWebAddress ? path.prefix { $0 != "?" && $0 != "#" } : path[...]).lowercased()
    }

    /// Detects the format of an input from its first bytes.
    ///
    /// - Parameter beginning: The start of the input, long enough for ``needsMore(_:)`` to return false, or the whole input.
    /// - Returns: nil if the input is not compressed.
    public init?(beginning: some Collection<UInt8>) {
        guard let found = Self.allCases.first(where: { $0.marks.contains { beginning.starts(with: $0) } }) else { return nil }
        // Plain text may begin with "BZh". In a bzip2 file, a digit and six fixed bytes follow.
        if found == .bzip2, !beginning.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]) { return nil }
        self = found
    }

    /// Whether the first bytes of an input are too few to detect a format.
    public static func needsMore(_ beginning: [UInt8]) -> Bool {
        if beginning.count < 10, Self.bzip2.marks.contains(where: { beginning.starts(with: $0) }) { return true }
        return allCases.lazy.flatMap(\.marks).contains { beginning.count < $0.count && $0.starts(with: beginning) }
    }

    /// The end of a message about an input in an unsupported format, with the command that decompresses it.
    public var inputFault: String { "compressed with \(rawValue), which is not read yet; \(command) FILE | tabpipe … reads it from \"-\"" }

    /// The end of a message about an input in this format that cannot be decompressed.
    package func message(for error: CompressionError) -> String {
        guard case .missingLibrary = error else { return error.message }
        return "\(error.message); \(command) FILE | tabpipe … reads it from \"-\""
    }
}

// Faults of names, as the end of a message. Each is nil for a valid name.
extension CompressedFormat {
    /// The fault of an input whose extension is that of an unsupported format.
    ///
    /// - Parameter pattern: A pattern for the names of those files in a tar archive that are read; nil for all.
    package static func inputFault(ofName path: String, filesIn pattern: String? = nil) -> String? {
        if archives.contains(where: name(in: path).hasSuffix) {
            let (choice, files) = pattern.map { (" --wildcards '\($0)'", "the files \($0)") } ?? ("", "the files")
            return "a file of that name is an archive; tar -xOf FILE\(choice) | tabpipe … reads \(files) in it from \"-\""
        }
        guard let format = CompressedFormat(ofName: path), !format.isSupported else { return nil }
        return "a file of that name is \(format.inputFault)"
    }

    /// The fault of a file without any bytes that has the extension of a format.
    static func emptyFileFault(ofName path: String) -> String? {
        CompressedFormat(ofName: path).map { "has no bytes, and even without content, \($0.rawValue) has some: it is incomplete" }
    }

    /// The fault of an output whose extension is that of an unsupported format.
    package static func outputFault(ofName path: String) -> String? {
        if archives.contains(where: name(in: path).hasSuffix) { return "this name promises an archive, and an output is one file" }
        guard let format = CompressedFormat(ofName: path), !format.isSupported else { return nil }
        return "this name promises a file compressed with \(format.rawValue), and outputs are compressed with gzip (.gz) or zstd (.zst) "
            + "only; leave the ending out, and compress the file after the run"
    }

    /// The fault of a template for the file of each record, which is never compressed.
    package static func templateFault(ofName path: String) -> String? {
        CompressedFormat(ofName: path).map {
            "this name promises a file compressed with \($0.rawValue), and the files of single records are not compressed; leave the ending "
                + "out, and compress the files after the run"
        }
    }
}

/// An error of reading or writing compressed data. The caller adds the name of the file or the URL.
package enum CompressionError: Error, Equatable, Sendable {
    /// The data ends inside a gzip member or a Zstandard frame, after this number of compressed bytes.
    case truncated(afterBytes: Int)
    /// The checksum in the data is not that of the decompressed content.
    case wrongChecksum
    /// The length in the data is not that of the decompressed content.
    case wrongLength
    /// The data breaks the rules of the format near this offset, in compressed bytes.
    case corrupt(offset: Int)
    /// Other data follows the compressed data at this offset, in compressed bytes.
    case trailingData(offset: Int)
    /// The data needs a feature of the format that is not supported.
    case unsupported(feature: String)
    /// The decompressed content is longer than this number of bytes.
    case tooLong(limit: Int)
    /// There is not enough memory.
    case outOfMemory
    /// A system library is missing, too old or otherwise unusable.
    case missingLibrary(MissingLibrary)

    /// The end of a message about compressed data.
    package var message: String {
        switch self {
        case .truncated(let bytes): "ends inside the compressed data, after \(bytes) bytes: it is incomplete"
        case .wrongChecksum: "the checksum of the compressed data is wrong: it was damaged"
        case .wrongLength: "the compressed data has another length than it says: it was damaged"
        case .corrupt(let offset): "the compressed data is damaged near byte \(offset)"
        case .trailingData(let offset): "expected the end of the compressed data at byte \(offset), found other data"
        case .unsupported(let feature): "the compressed data \(feature), which is not supported"
        case .tooLong(let limit): "the decompressed content is longer than the limit of \(limit) bytes"
        case .outOfMemory: "there is not enough memory for the compressed data"
        case .missingLibrary(let fault): fault.message
        }
    }
}
