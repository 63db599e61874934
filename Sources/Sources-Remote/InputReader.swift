internal import Pipeline

/// Bytes from a file, from standard input, or from an address.
struct InputReader: ~Copyable {
    /// What is read, which stands at the next piece.
    let file: InputFile
    /// What the source should warn of; nil where all is as it seems.
    let remark: String?
    /// What messages call the input.
    private let shown: String
    private var isAtStart = true

    /// Opens an input. What an address answers is fetched first; a long answer lies on the disk, so that memory does not grow with it.
    init(_ input: Input) async throws {
        let shown = input.shown.printable
        if case .web = input {
            let answer = try await Download(input).open()
            let remark = answer.head.namesNextPage ? "the answer names a next page; only this one is read" : nil
            self.init(answer.file, shown: shown, remark: remark)
        } else {
            self.init(try await InputFile.open(input), shown: shown)
        }
        InputProgress.current?.begin(size: file.size)
    }

    private init(_ file: consuming InputFile, shown: String, remark: String? = nil) {
        self.file = file
        self.shown = shown
        self.remark = remark
    }

    /// How many bytes of the input's file lie before the next piece, if all of it lies on a disk and something is left; nil otherwise.
    var position: Int? {
        guard let size = file.size, let position = file.position, position < size else { return nil }
        return position
    }

    /// Reads the next piece; the first one is long enough to tell the encoding from it, if the input is.
    ///
    /// - Returns: The bytes; none at the end.
    mutating func read() async throws -> [UInt8] {
        var bytes = try await file.read()
        defer { InputProgress.current?.add(bytes.count) }
        guard isAtStart else { return bytes }
        isAtStart = false
        while !bytes.isEmpty, ByteOrderMark.needsMore(bytes) || CompressedFormat.needsMore(bytes) {
            let more = try await file.read()
            if more.isEmpty { break }
            bytes += more
        }
        if let format = CompressedFormat(beginning: bytes) {
            throw PipelineFailure(.badData, "\(shown) is \(format.inputFault)")
        }
        return bytes
    }
}
