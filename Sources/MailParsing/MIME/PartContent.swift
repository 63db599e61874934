internal import Checksums
internal import HTMLParsing

/// The content of a part: counted and hashed while it arrives, and kept where it is text.
struct PartContent: Sendable {
    /// What is kept of the content.
    enum Keeping: Sendable {
        /// Nothing: the content is hashed.
        case nothing
        /// The content, which may become a text or an attachment.
        case text(limit: Int)
        /// The content, beside its hash.
        case attachment(limit: Int)
        /// The beginning, beside the hash.
        case beginning(limit: Int)
    }

    /// The decoded bytes that are hashed at once.
    private static let blockBytes = 32 << 10

    private var decoder: TransferDecoder
    private let keeping: Keeping
    /// Decoded bytes that are not hashed yet, unless the content is kept as text.
    private var block: [UInt8] = []
    /// nil while all bytes are in ``kept`` and can be hashed later.
    private var hasher: SHA256Hasher?
    /// The kept bytes.
    private(set) var kept: [UInt8] = []
    /// The number of decoded bytes.
    private(set) var count = 0
    /// Whether ``kept`` lacks the end of the content.
    private(set) var isCut = false
    /// Whether the transfer encoding had faults.
    var hasFaults: Bool { decoder.hasFaults }
    /// Whether the content is Base64.
    var isBase64: Bool { decoder.encoding == .base64 }

    init(_ encoding: TransferDecoder.Encoding, keeping: Keeping) {
        decoder = TransferDecoder(encoding)
        self.keeping = keeping
        if case .text = keeping {} else { hasher = SHA256Hasher() }
    }

    /// Takes the next bytes as they were sent.
    mutating func add(_ bytes: Span<UInt8>) {
        if case .text(let limit) = keeping, hasher == nil {
            decoder.decode(bytes, into: &kept)
            if kept.count > limit { overflow(limit) }
            return
        }
        decoder.decode(bytes, into: &block)
        if block.count >= Self.blockBytes { flushBlock() }
    }

    /// Ends the content.
    mutating func finish() {
        if case .text(let limit) = keeping, hasher == nil {
            decoder.finish(into: &kept)
            if kept.count > limit { overflow(limit) }
            if hasher == nil { count = kept.count }
        } else {
            decoder.finish(into: &block)
        }
        if hasher != nil { flushBlock() }
        block = []
    }

    /// The hash of the content, after its end.
    var sha256: String { hasher?.hex() ?? SHA256Hasher.hex(of: kept) }

    /// Cuts a text that is too long. From here on, its bytes are hashed and dropped.
    private mutating func overflow(_ limit: Int) {
        isCut = true
        var hasher = SHA256Hasher()
        hasher.update(kept)
        count = kept.count
        kept.removeSubrange(limit...)
        self.hasher = hasher
    }

    private mutating func flushBlock() {
        hasher?.update(block)
        count += block.count
        switch keeping {
        case .nothing, .text: break
        case .attachment(let limit):
            if isCut || kept.count + block.count > limit {
                isCut = true
                kept = []
            } else {
                kept += block
            }
        case .beginning(let limit):
            let room = limit - kept.count
            if room < block.count { isCut = true }
            kept += block.prefix(max(0, room))
        }
        block.removeAll(keepingCapacity: true)
    }
}
