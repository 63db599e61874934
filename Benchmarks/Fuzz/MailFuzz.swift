// Built by Benchmarks/fuzz; see Benchmarks/README.md.
import Foundation

@testable import MailParsing

private let limits: MIMELimits = {
    var limits = MIMELimits()
    (limits.maxDepth, limits.maxParts, limits.maxHeaderBytes, limits.maxTextBytes, limits.maxKeptBytes) = (4, 8, 512, 256, 512)
    return limits
}()

/// All that a message gives, as text.
private func described(_ message: MIMEMessage) -> String {
    let headers = message.headers
    let fields = (0..<headers.count).map { "\(headers.name(at: $0)): \(headers.raw(at: $0)) \(headers.decoded(at: $0))" }
    let files = message.attachments.map {
        "\($0.name ?? "") \($0.type) \($0.count) \($0.sha256) \($0.contentID ?? "") \($0.bytes?.count ?? -1)"
    }
    let addresses = ["from", "to", "cc"].flatMap { message.addresses($0).map(\.text) }
    let ids = [message.id.text] + message.ids("references") + message.ids("in-reply-to")
    let rest = [message.date?.text, message.html, message.text, message.listID].map { $0 ?? "-" } + (message.gmailLabels ?? [])
    return (fields + files + addresses + ids + rest + message.problems).joined(separator: "\n")
}

private func readMessage(_ pieces: [ArraySlice<UInt8>], _ limits: MIMELimits) -> String {
    var reader = MIMEReader(limits, keepsAttachments: true)
    for piece in pieces { reader.feed(Array(piece).span) }
    return described(reader.finish())
}

private func readMailbox(_ pieces: [ArraySlice<UInt8>], _ dialect: MailboxDialect) -> String {
    var reader = MailboxReader(dialect, keepsAttachments: true)
    var found: [MailboxMessage] = []
    for piece in pieces { found += reader.read(Array(piece).span) }
    found += reader.finish()
    for (one, next) in zip(found, found.dropFirst()) { check(one.offset < next.offset, "messages are not in order") }
    let texts = found.map { "\($0.offset) \($0.hasFromLine) \(described($0.message))" }
    return (texts + ["\(reader.unclearLines) \(reader.coveredLines)"]).joined(separator: "\n")
}

private func readFile(_ pieces: [ArraySlice<UInt8>]) -> String {
    var reader = SingleMessageReader(keepsAttachments: true)
    for piece in pieces { reader.read(Array(piece).span) }
    let (message, count) = reader.finish()
    return "\(described(message)) \(count)"
}

/// The entry point of libFuzzer. The first byte chooses the cut, the second one the dialect.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    guard count >= 2 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start + 2, count: count - 2))
    let cut = bytes.isEmpty ? 0 : Int(start[0]) * (bytes.count + 1) / 256
    let cuts = [[bytes[..<cut], bytes[cut...]], bytes.indices.map { bytes[$0...$0] }]
    let dialect = MailboxDialect.allCases[Int(start[1]) % MailboxDialect.allCases.count]
    let mailbox = readMailbox([bytes[...]], dialect)
    for pieces in cuts { check(readMailbox(pieces, dialect) == mailbox, "a mailbox cut at \(cut) is another one") }
    let message = readMessage([bytes[...]], .standard)
    for pieces in cuts { check(readMessage(pieces, .standard) == message, "a message cut at \(cut) is another one") }
    let file = readFile([bytes[...]])
    for pieces in cuts { check(readFile(pieces) == file, "a file cut at \(cut) is another one") }
    _ = readMessage([bytes[...]], limits)
    return 0
}
