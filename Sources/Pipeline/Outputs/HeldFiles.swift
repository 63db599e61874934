/// Files whose bytes depend on records that are still to come. The bytes wait in a file without a name, so that memory stays bounded: it
/// holds a path and a range for each file.
struct HeldFiles: ~Copyable, Sendable {
    /// The size of one write, in bytes.
    private static let blockBytes = 128 << 10

    private let file: SharedDescriptor
    private var block: [UInt8] = []
    /// The number of bytes in the file.
    private var writtenBytes = 0
    private(set) var list: [(path: [String], bytes: Range<Int>)] = []

    /// - Parameter folder: The folder whose disk the bytes wait on.
    init(in folder: String) throws(SystemError) { file = SharedDescriptor(try FileDescriptor(unnamedIn: folder)) }

    mutating func add(_ bytes: [UInt8], for path: [String]) throws(SystemError) {
        let start = writtenBytes + block.count
        block += bytes
        list.append((path, start..<start + bytes.count))
        if block.count >= Self.blockBytes { try writeBlock() }
    }

    /// Ends the adding, after which ``bytes(_:)`` can be called.
    mutating func finish() throws(SystemError) { try writeBlock() }

    /// Returns the bytes of a held file.
    func bytes(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < range.count {
            let piece = try FileDescriptor.read(
                from: file.descriptor.number, at: range.lowerBound + bytes.count, upTo: range.count - bytes.count)
            // No other program can shorten the file: it has no name.
            precondition(!piece.isEmpty, "a file of held bytes became shorter")
            bytes += piece
        }
        return bytes
    }

    private mutating func writeBlock() throws(SystemError) {
        try file.descriptor.write(block.span)
        writtenBytes += block.count
        block.removeAll(keepingCapacity: true)
    }
}
