internal import Pipeline

/// Bytes from a file, from standard input, or from an address.
struct RemoteInput: ~Copyable {
    /// What is read, which stands at the next piece.
    let file: InputFile
    private var isAtStart = true

    /// Opens an input. What an address answers is put into a temporary file first, so that memory does not grow with it.
    init(_ input: Input) async throws {
        if input.name.isWebAddress {
            file = try await Download(input).open()
        } else {
            file = try await InputFile.open(input.name, shownAs: input.secretName)
        }
        InputProgress.current?.begin(size: file.size)
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
        while !bytes.isEmpty, ByteOrderMark.needsMore(bytes) {
            let more = try await file.read()
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }
}

extension Input {
    /// The input as messages name it: without user, password and secrets in a query.
    var displayName: String {
        if let secretName { return secretName }
        if self == .standardInput { return "standard input" }
        return name.isWebAddress ? AddressMask.masked(name) : name
    }
}
