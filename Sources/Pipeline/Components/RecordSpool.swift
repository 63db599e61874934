/// Keeps the records of a stream stage until it has read its input: the first ones in memory, all others in a temporary file.
///
/// A stage that groups records uses it, and holds only what decides about the groups:
///
///     var spool = RecordSpool(holding: 10_000, in: input.context)
///     for try await batch in input {
///         for record in batch { try spool.append(record) }
///     }
///     for index in order { try await output.send(spool.record(at: index)) }
///
/// A record in the file takes 8 bytes of memory, and 8 more if it has another base URL than the record before it. The file is in the folder that `TMPDIR` names and has no name, so that nothing is left
/// behind, however the run ends.
public struct RecordSpool: ~Copyable {
    /// The size of the records in memory, in bytes. Records beyond it go to the file, too.
    static let memoryBytes = 64 << 20

    private let maxRecords: Int
    private let folder: String
    private var held: [Record] = []
    private var heldBytes = 0
    private var file: RecordSpoolFile?

    /// - Parameters:
    ///   - maxRecords: The greatest number of records in memory. At most 64 MiB of them are kept there.
    ///   - context: The context of the run: ``Batches/context``.
    public init(holding maxRecords: Int, in context: RunContext) {
        self.maxRecords = maxRecords
        folder = context.temporaryFolder
    }

    /// The number of records.
    public var count: Int { held.count + spilledCount }

    /// The number of records in the file.
    public private(set) var spilledCount = 0

    /// Keeps a record. Documents in its fields become text. The method blocks its thread while it writes.
    ///
    /// - Parameter record: The record, which gets the number ``count``.
    /// - Throws: ``PipelineFailure`` if the file cannot be written.
    public mutating func append(_ record: Record) throws(PipelineFailure) {
        var record = record
        // Reading the value writes documents in it as text, and setting it forgets them.
        record.value = record.value
        if file == nil, held.count < maxRecords, heldBytes < Self.memoryBytes {
            record.detach()
            heldBytes += record.approximateBytes
            held.append(record)
            return
        }
        do throws(SystemError) {
            if file == nil { file = RecordSpoolFile(try FileDescriptor(unnamedIn: folder)) }
            try file?.append(record)
            spilledCount += 1
        } catch {
            throw .temporaryRecords(in: folder, error)
        }
    }

    /// Returns a record, with its origin and its place in the input.
    ///
    /// - Parameter index: The number of the record, counted from 0.
    /// - Throws: ``PipelineFailure`` if the file cannot be read.
    public mutating func record(at index: Int) throws(PipelineFailure) -> Record {
        if index < held.count { return held[index] }
        do throws(SystemError) {
            if let record = try file?.record(at: index - held.count) { return record }
        } catch {
            throw .temporaryRecords(in: folder, error)
        }
        throw PipelineFailure(.internalError, "record \(index) of \(count) cannot be read back from its temporary file")
    }

    /// The approximate size of a record, in bytes.
    ///
    /// - Parameter index: The number of the record, counted from 0.
    public func bytes(ofRecord index: Int) -> Int {
        index < held.count ? held[index].approximateBytes : file?.bytes(ofRecord: index - held.count) ?? 0
    }
}

/// A file with records, as ``RecordCoding`` writes them.
private struct RecordSpoolFile: ~Copyable {
    private let file: FileDescriptor
    private var coding = RecordCoding()
    private var offsets = [0]
    /// The bytes at the end that are not in the file yet.
    private var block: [UInt8] = []

    init(_ file: consuming FileDescriptor) { self.file = file }

    var count: Int { offsets.count - 1 }

    mutating func append(_ record: Record) throws(SystemError) {
        let start = block.count
        coding.append(record, to: &block, keepsDocuments: false)
        offsets.append(offsets[count] + block.count - start)
        if block.count >= FileDescriptor.blockBytes { try writeBlock() }
    }

    func bytes(ofRecord index: Int) -> Int { offsets[index + 1] - offsets[index] }

    /// Returns a record; nil if it is longer than a JSON text can be, or the file has become shorter.
    mutating func record(at index: Int) throws(SystemError) -> Record? {
        try writeBlock()
        let range = offsets[index]..<offsets[index + 1]
        let bytes = try FileDescriptor.read(from: file.number, at: range.lowerBound, upTo: range.count)
        return bytes.count == range.count ? coding.record(from: bytes[...]) : nil
    }

    private mutating func writeBlock() throws(SystemError) {
        if block.isEmpty { return }
        try file.write(block.span)
        block.removeAll(keepingCapacity: true)
    }
}
