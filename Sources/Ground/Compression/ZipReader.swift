/// Reads the files of a ZIP archive in their order while it arrives in pieces, in memory that does not grow with it.
///
///     while let part = try archive.next(&input, upTo: limit) { … }
///
/// It reads the headers in front of the files, and passes over the directory at the end. So it reads from a pipe, too. Content without
/// compression and with Deflate is read, also with ZIP64. Checksums and lengths are checked. Behind an archive, another one may follow.
package struct ZipReader: ~Copyable, Sendable {
    /// What comes next in an archive.
    package enum Part: Sendable {
        /// A file begins. ``skip()`` leaves out its content.
        case entry(ZipEntry)
        /// The next bytes of the content.
        case content([UInt8])
        /// The file ends.
        case end
    }

    private enum State {
        /// In front of a header.
        case between
        /// Behind a header.
        case begun(ZipEntry)
        /// In content without compression, and in content that is left out, of which this number of bytes remains.
        case plain(ZipEntry, remaining: Int)
        case deflated(ZipEntry)
        /// Behind content, which is not compared with the header yet.
        case complete(ZipEntry)
        /// Behind the content, in front of its checksum.
        case descriptor(ZipEntry)
        /// Behind a file.
        case ended
    }

    /// The parts of an archive, which have this order.
    private enum Section {
        /// In front of an archive.
        case start
        case files
        case directory
        /// Behind a whole archive.
        case end
    }

    /// The marks at the beginning of a file, and behind its content.
    private enum Mark {
        static let file = 0x0403_4B50
        static let descriptor = 0x0807_4B50
        /// The beginning of an archive that was meant to be split.
        static let split: Set<Int> = [descriptor, 0x3030_4B50]
    }

    /// The length of the longest descriptor and of the mark behind it, in bytes.
    private static let descriptorBytes = 24 + 4

    private var state = State.between
    private var section = Section.start
    /// The number of bytes that remain of a record of the directory.
    private var passing = 0
    /// The bytes of a header that is not whole.
    private var held: [UInt8] = []
    /// The number of bytes taken.
    private var offset = 0
    private var inflater: Inflater?
    private let zlib: Zlib
    private var isSkipping = false
    /// Whether zlib may have content that did not fit into the last piece.
    private var hasPendingContent = false
    /// The numbers of bytes of the current file, in the archive and as content.
    private var (compressedCount, count) = (0, 0)
    private var checksum: UInt = 0

    /// - Throws: ``ZipFault`` without zlib.
    package init() throws(ZipFault) {
        do throws(CompressionError) {
            zlib = try Zlib.loaded.get()
        } catch {
            throw ZipFault(entry: nil, reason: .compression(error))
        }
    }

    /// Leaves out the content of the file that has just begun.
    package mutating func skip() { isSkipping = true }

    /// Reads on.
    ///
    /// - Parameters:
    ///   - input: Bytes of the archive. Those that were taken are removed from the start.
    ///   - limit: The largest number of bytes of content.
    /// - Returns: nil if more input is needed.
    package mutating func next(_ input: inout ArraySlice<UInt8>, upTo limit: Int) throws(ZipFault) -> Part? {
        while true {
            switch state {
            case .between:
                guard let entry = try header(&input) else { return nil }
                (isSkipping, hasPendingContent) = (false, false)
                (compressedCount, count, checksum) = (0, 0, 0)
                state = .begun(entry)
                return .entry(entry)
            case .begun(let entry): try begin(entry)
            case .plain(let entry, remaining: 0), .complete(let entry): try endContent(of: entry)
            case .plain(let entry, let remaining):
                let piece = Array(input.prefix(min(remaining, isSkipping ? remaining : limit)))
                if piece.isEmpty { return nil }
                drop(piece.count, of: &input)
                state = .plain(entry, remaining: remaining - piece.count)
                if isSkipping, !entry.hasDescriptor { continue }
                compressedCount += piece.count
                note(piece)
                if !isSkipping { return .content(piece) }
            case .deflated(let entry):
                let content = try inflate(&input, upTo: limit, entry)
                if !content.isEmpty, !isSkipping { return .content(content) }
                if content.isEmpty, case .deflated = state { return nil }
            case .descriptor(let entry):
                guard fill(Self.descriptorBytes, from: &input) else { return nil }
                try readDescriptor(of: entry)
                state = .ended
            case .ended:
                state = .between
                return .end
            }
        }
    }

    /// Checks that the archive is complete, at the end of the input.
    package func finish() throws(ZipFault) {
        let entry: String?
        switch state {
        case .between where section == .end && passing == 0:
            if held.isEmpty { return }
            // Fewer bytes than a mark has are another archive if they are its beginning.
            guard held.starts(with: "PK".utf8.prefix(held.count)) else {
                throw ZipFault(entry: nil, reason: .trailing(offset: offset - held.count))
            }
            entry = nil
        case .between, .ended: entry = nil
        case .begun(let one), .plain(let one, _), .deflated(let one), .complete(let one), .descriptor(let one): entry = one.name
        }
        throw ZipFault(entry: entry, reason: .truncated(afterBytes: offset))
    }
}

extension ZipReader {
    /// Reads the header of the next file, and passes over what is in front of it; nil if more input is needed.
    private mutating func header(_ input: inout ArraySlice<UInt8>) throws(ZipFault) -> ZipEntry? {
        while passOver(&input) {
            let start = offset - held.count
            guard fill(4, from: &input) else { return nil }
            let mark = held.number(at: 0, 4)
            if section == .start || section == .end, Mark.split.contains(mark) {
                held.removeFirst(4)
                section = .files
            } else if let record = ZipRecord(rawValue: mark) {
                guard fill(record.headerBytes, from: &input) else { return nil }
                passing = record.count(of: held)
                section = record == .end ? .end : .directory
            } else {
                guard mark == Mark.file, section != .directory else {
                    throw ZipFault(entry: nil, reason: section == .end ? .trailing(offset: start) : .damaged(offset: start))
                }
                section = .files
                guard fill(ZipEntry.headerBytes, from: &input) else { return nil }
                let count = ZipEntry.count(of: held)
                guard fill(count, from: &input) else { return nil }
                let entry = ZipEntry(Array(held[..<count]))
                held.removeFirst(count)
                return entry
            }
        }
        return nil
    }

    /// Passes over the rest of a record of the directory, and over zeros behind an archive, with which tapes and blocks are filled.
    ///
    /// - Returns: Whether the next bytes begin a record.
    private mutating func passOver(_ input: inout ArraySlice<UInt8>) -> Bool {
        let known = min(passing, held.count)
        held.removeFirst(known)
        let count = min(passing - known, input.count)
        drop(count, of: &input)
        passing -= known + count
        if section == .end, passing == 0, held.isEmpty { drop(input.prefix { $0 == 0 }.count, of: &input) }
        return passing == 0
    }

    /// Begins the content behind a header.
    private mutating func begin(_ entry: ZipEntry) throws(ZipFault) {
        if isSkipping, !entry.hasDescriptor {
            state = .plain(entry, remaining: entry.compressedCount)
            return
        }
        if entry.isEncrypted { throw ZipFault(entry: entry.name, reason: .encrypted) }
        switch entry.method {
        case 0:
            let isFolder = entry.name.utf8.last == UInt8(ascii: "/")
            if entry.hasDescriptor, entry.compressedCount == 0, !isFolder { throw ZipFault(entry: entry.name, reason: .endless) }
            state = .plain(entry, remaining: entry.compressedCount)
        case 8:
            do throws(CompressionError) {
                if inflater == nil { inflater = try Inflater(window: Zlib.plainWindow) } else { inflater?.reset() }
            } catch {
                throw ZipFault(entry: entry.name, reason: .compression(error))
            }
            state = .deflated(entry)
        default: throw ZipFault(entry: entry.name, reason: .method(entry.methodName))
        }
    }

    /// Returns the next bytes of deflated content; none if more input is needed, and at the end.
    private mutating func inflate(
        _ input: inout ArraySlice<UInt8>, upTo limit: Int, _ entry: ZipEntry
    ) throws(ZipFault) -> [UInt8] {
        guard !input.isEmpty || hasPendingContent else { return [] }
        var code = Zlib.Code.ok
        let piece = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            (count, code) = unsafe fill(buffer.baseAddress, limit, from: &input)
        }
        note(piece)
        hasPendingContent = false
        switch code {
        case Zlib.Code.streamEnd: state = .complete(entry)
        case Zlib.Code.ok, Zlib.Code.bufferError: hasPendingContent = piece.count == limit
        // zlib has the same fault again, behind the content in front of it.
        case _ where !piece.isEmpty: hasPendingContent = true
        case Zlib.Code.outOfMemory: throw ZipFault(entry: entry.name, reason: .compression(.outOfMemory))
        default: throw ZipFault(entry: entry.name, reason: .damaged(offset: offset))
        }
        return piece
    }

    /// Writes content to a buffer until it is full, the input or the content is at its end, or the data is faulty.
    ///
    /// - Returns: The number of bytes written, and the last code of zlib.
    private mutating func fill(
        _ buffer: UnsafeMutablePointer<UInt8>?, _ limit: Int, from input: inout ArraySlice<UInt8>
    ) -> (count: Int, code: Int32) {
        var count = 0
        while count < limit {
            guard let step = unsafe inflater?.inflate(input, into: buffer?.advanced(by: count), limit - count) else { break }
            drop(step.taken, of: &input)
            compressedCount += step.taken
            count += step.made
            guard step.code == Zlib.Code.ok || step.code == Zlib.Code.bufferError else { return (count, step.code) }
            if count < limit, input.isEmpty || step.taken + step.made == 0 { break }
        }
        return (count, Zlib.Code.ok)
    }

    /// Ends the content of a file, and compares it with the header.
    private mutating func endContent(of entry: ZipEntry) throws(ZipFault) {
        if entry.hasDescriptor {
            state = .descriptor(entry)
            return
        }
        state = .ended
        if isSkipping { return }
        guard checksum == UInt(entry.checksum), count == entry.count, compressedCount == entry.compressedCount else {
            throw ZipFault(entry: entry.name, reason: .changed)
        }
    }

    /// Reads the checksum and the lengths behind a content. The mark in front of them may be missing, and lengths have 4 or 8 bytes.
    private mutating func readDescriptor(of entry: ZipEntry) throws(ZipFault) {
        for start in [held.number(at: 0, 4) == Mark.descriptor ? 4 : 0, 0] where held.number(at: start, 4) == Int(checksum) {
            for width in [4, 8] {
                let mask = width == 4 ? Int(UInt32.max) : Int.max
                let end = start + 4 + 2 * width
                guard held.number(at: start + 4, width) == compressedCount & mask,
                    held.number(at: start + 4 + width, width) == count & mask, held.number(at: end, 2) == Mark.file & 0xFFFF
                else { continue }
                held.removeFirst(end)
                return
            }
        }
        throw ZipFault(entry: entry.name, reason: .changed)
    }

    /// Takes note of content.
    private mutating func note(_ content: [UInt8]) {
        count += content.count
        checksum = unsafe content.withUnsafeBufferPointer { unsafe zlib.crc32(checksum, $0.baseAddress, UInt32($0.count)) }
    }

    /// Fills the held bytes up to a number.
    ///
    /// - Returns: Whether there are as many.
    private mutating func fill(_ wanted: Int, from input: inout ArraySlice<UInt8>) -> Bool {
        let missing = input.prefix(max(0, wanted - held.count))
        held += missing
        drop(missing.count, of: &input)
        return held.count >= wanted
    }

    private mutating func drop(_ number: Int, of input: inout ArraySlice<UInt8>) {
        input.removeFirst(number)
        offset += number
    }
}
