@testable import HTMLParsing

/// Records tokens in the format of html5lib's tokenizer tests. Adjacent characters are one token.
struct TokenRecorder: HTMLTokenSink {
    enum Token: Equatable {
        case documentType(name: String?, publicIdentifier: String?, systemIdentifier: String?, isCorrect: Bool)
        case startTag(String, [String: String], isSelfClosing: Bool)
        case endTag(String)
        case comment(String)
        case characters(String)
    }

    var allowsCDATA = false
    let acknowledgesSelfClosing = true
    /// Pending text: a piece may end inside a character, so that text is decoded only before the next token.
    private var text: [UInt8] = []
    private var finished: [Token] = []
    private var names = HTMLDocumentNames()

    var tokens: [Token] { text.isEmpty ? finished : finished + [.characters(String(decoding: text, as: UTF8.self))] }

    private mutating func add(_ token: Token) {
        finished = tokens + [token]
        text = []
    }

    mutating func characters(_ range: Range<Int>, in bytes: Span<UInt8>) { text += range.map { bytes[$0] } }

    mutating func nullCharacter() { text.append(0) }

    mutating func startTag(_ token: HTMLTagToken, source: Span<UInt8>, decoded: Span<UInt8>) -> HTMLTokenizerState {
        var attributes: [String: String] = [:]
        for attribute in token.attributes {
            let bytes = attribute.isDecoded ? attribute.range.map { decoded[$0] } : attribute.range.map { source[$0] }
            attributes[names.string(attribute.name)] = String(decoding: bytes, as: UTF8.self)
        }
        add(.startTag(names.string(token.name), attributes, isSelfClosing: token.isSelfClosing))
        return .data
    }

    mutating func endTag(_ token: HTMLTagToken) { add(.endTag(names.string(token.name))) }

    mutating func comment(_ range: Range<Int>, in bytes: Span<UInt8>) {
        add(.comment(String(decoding: range.map { bytes[$0] }, as: UTF8.self)))
    }

    mutating func documentType(_ token: HTMLDocumentTypeToken) {
        func string(_ bytes: [UInt8]?) -> String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
        add(
            .documentType(
                name: string(token.name), publicIdentifier: string(token.publicIdentifier),
                systemIdentifier: string(token.systemIdentifier), isCorrect: !token.forcesQuirks))
    }

    mutating func endOfFile() {}

    mutating func intern(_ name: Span<UInt8>) -> HTMLNameID { names.add(name) }
}
