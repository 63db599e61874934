/// The written bytes of partitions whose files are not complete.
///
/// In a run, each partition has a file in the staging folder. A limited number of files is open; a closed file is opened again to append.
/// A plan, which writes no files beside the outputs, keeps the bytes of all partitions in one file without a name.
struct PartitionFiles: ~Copyable {
    /// An open file, and its partition.
    struct OpenFile {
        var partition: Int32
        var file: SharedDescriptor?
    }

    private let maxOpenFiles: Int
    private(set) var open: [OpenFile] = []
    /// The open file that is closed next.
    private var oldest = 0
    /// By partition: the number of its file in the staging folder, 0 for none, and its position in ``open``, -1 for none.
    private var numbers: [(file: Int32, position: Int32)] = []
    /// The bytes of a plan, and those of each partition.
    private var spool: ContentSpool
    private var spooled: [Int32: [SpooledContent]] = [:]

    /// - Parameters:
    ///   - maxOpenFiles: The greatest number of open files.
    ///   - folder: The folder whose disk has the bytes of a plan.
    init(maxOpenFiles: Int, spoolingIn folder: String) {
        self.maxOpenFiles = maxOpenFiles
        spool = ContentSpool(in: folder)
    }

    /// Appends bytes to the file of a partition.
    ///
    /// - Throws: ``PipelineFailure`` if it cannot be written.
    mutating func append(_ bytes: [UInt8], to partition: Int32, in folder: inout FolderWriter) throws {
        do throws(SystemError) {
            guard let file = try file(of: partition, in: &folder) else {
                spooled[partition, default: []].append(try spool.add(bytes))
                return
            }
            try file.descriptor.write(bytes.span)
        } catch {
            throw folder.failure(error)
        }
    }

    /// The open file of a partition; nil in a plan.
    private mutating func file(of partition: Int32, in folder: inout FolderWriter) throws(SystemError) -> SharedDescriptor? {
        let index = Int(partition)
        while numbers.count <= index { numbers.append((0, -1)) }
        if numbers[index].position >= 0, let file = open[Int(numbers[index].position)].file { return file }
        if numbers[index].file == 0 {
            guard let number = try folder.makeGrowingFile() else { return nil }
            numbers[index].file = number
        }
        if open.count == maxOpenFiles {
            // Closes the file before another is opened, so that there is never one more.
            numbers[Int(open[oldest].partition)].position = -1
            open[oldest].file = nil
        }
        guard let file = try folder.openGrowingFile(numbers[index].file) else { return nil }
        if open.count < maxOpenFiles {
            numbers[index].position = Int32(open.count)
            open.append(OpenFile(partition: partition, file: file))
        } else {
            numbers[index].position = Int32(oldest)
            open[oldest] = OpenFile(partition: partition, file: file)
            oldest = (oldest + 1) % maxOpenFiles
        }
        return file
    }

    /// Closes all files. Their content stays.
    mutating func close() {
        for file in open { numbers[Int(file.partition)].position = -1 }
        open = []
        oldest = 0
    }

    /// The bytes of a partition.
    func content(of partition: Int, in folder: borrowing FolderWriter) throws(SystemError) -> SpooledPieces {
        if let pieces = spooled[Int32(partition)] { return SpooledPieces(pieces) }
        guard let file = try folder.openGrowingFile(numbers[partition].file) else { return SpooledPieces([]) }
        return SpooledPieces([try SpooledContent(whole: file)])
    }

    /// Takes the bytes of a partition as the whole content of the file at a path.
    func put(_ partition: Int, at path: [String], in folder: inout FolderWriter) throws {
        if let pieces = spooled[Int32(partition)] { return try folder.write(content: SpooledPieces(pieces), to: path) }
        try folder.put(numbers[partition].file, at: path)
    }

    /// Removes the bytes of a partition, which are in another file now.
    func remove(_ partition: Int, in folder: borrowing FolderWriter) {
        if spooled.isEmpty { folder.removeGrowingFile(numbers[partition].file) }
    }
}

/// Contents one behind the other.
struct SpooledPieces: FileContent {
    private let pieces: [SpooledContent]
    let count: Int

    init(_ pieces: [SpooledContent]) {
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.count }
    }

    func forEachPiece(_ body: ([UInt8]) throws(SystemError) -> Bool) throws(SystemError) {
        for piece in pieces {
            var goesOn = true
            try piece.forEachPiece { bytes throws(SystemError) in
                goesOn = try body(bytes)
                return goesOn
            }
            if !goesOn { return }
        }
    }
}

/// A file that is made in one go, of earlier records and new ones. The folder puts it in place.
struct MergedFile: WholeFile, ~Copyable {
    private let descriptor: SharedDescriptor
    private var length = 0

    init(_ descriptor: SharedDescriptor) { self.descriptor = descriptor }

    func byteCount() -> Int { length }

    mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        try descriptor.descriptor.write(bytes)
        length += bytes.count
    }

    mutating func append(first count: Int, of old: borrowing FileDescriptor) throws(SystemError) {
        try descriptor.descriptor.append(0..<count, of: old)
        length += count
    }

    /// Does nothing: the folder writes all its files to the disk at once.
    mutating func prepare() {}

    /// Does nothing: the folder puts the file in place.
    consuming func commit() -> FileChange { .changed }
}

extension FolderWriter {
    /// A file without a path: one of the staging folder, or one without a name in a plan.
    struct LooseFile {
        fileprivate let number: Int32?
        fileprivate let descriptor: SharedDescriptor

        /// The file for writing.
        var file: MergedFile { MergedFile(descriptor) }
    }

    /// Creates a file without a path.
    mutating func makeFile() throws -> LooseFile {
        do throws(SystemError) {
            if let number = try makeGrowingFile(), let file = try openGrowingFile(number) {
                return LooseFile(number: number, descriptor: file)
            }
            return LooseFile(number: nil, descriptor: SharedDescriptor(try FileDescriptor(unnamedIn: waitingFolder)))
        } catch {
            throw failure(error)
        }
    }

    /// Takes a complete file as the one at a path.
    mutating func put(_ file: LooseFile, at path: [String]) throws {
        if let number = file.number { return try put(number, at: path) }
        let content: SpooledContent
        do throws(SystemError) {
            content = try SpooledContent(whole: file.descriptor)
        } catch {
            throw failure(error, path)
        }
        try write(content: content, to: path)
    }

    /// Removes a file, because the one of an earlier run at a path stays as it is.
    mutating func keep(_ file: LooseFile, insteadOf path: [String]) {
        if let number = file.number { removeGrowingFile(number) }
        keep(path)
    }

    /// Copies the bytes of a partition behind the content of a file.
    func copy(_ files: borrowing PartitionFiles, _ partition: Int, to output: inout OpenOutput) throws {
        var failed: (any Error)?
        do throws(SystemError) {
            try files.content(of: partition, in: self).forEachPiece { piece in
                do {
                    try output.writeWaiting(piece)
                    return true
                } catch {
                    failed = error
                    return false
                }
            }
        } catch {
            throw failure(error)
        }
        if let failed { throw failed }
    }
}
