internal import Pipeline

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The bytes of an answer: a few MiB in memory, more in a file without a name, which the system removes when the process ends, however it
/// ends.
struct ResponseBody: ~Copyable {
    /// The most that stays in memory, in bytes.
    static let memoryBytes = 8 << 20

    private var memory: [UInt8] = []
    private var file: FileDescriptor?
    /// How many bytes have come.
    private(set) var count = 0
    private let folder: String

    /// - Parameter folder: Where the file is made, if one is needed.
    init(folder: String) {
        self.folder = folder
    }

    /// Appends the next piece.
    ///
    /// - Throws: ``SystemError`` if the file cannot be made or written.
    mutating func append(_ piece: some Sequence<UInt8>) throws(SystemError) {
        let start = memory.count
        memory += piece
        count += memory.count - start
        guard memory.count > Self.memoryBytes || file != nil else { return }
        if file == nil { file = try FileDescriptor(namelessIn: folder) }
        try file?.write(memory.span)
        memory.removeAll(keepingCapacity: true)
    }

    /// The first bytes, as far as they are in memory: for a message about a short answer.
    var beginning: ArraySlice<UInt8> { memory.prefix(4096) }

    /// What came, to be read from its beginning.
    ///
    /// - Parameter shownName: What messages call it.
    consuming func input(shownAs shownName: String) -> InputFile {
        guard let file = file.take() else { return InputFile(memory, shownAs: shownName) }
        return InputFile(owning: file, shownAs: shownName)
    }
}
