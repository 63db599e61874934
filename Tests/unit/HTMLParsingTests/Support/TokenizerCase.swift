import Foundation

@testable import HTMLParsing

/// One case of html5lib's tokenizer tests.
struct TokenizerCase: CustomStringConvertible {
    let description: String
    /// UTF-16, because doubly escaped inputs contain lone surrogates.
    let input: [UInt16]
    let initialStates: [String]
    let lastStartTag: String?
    let expected: [TokenRecorder.Token]
    let errorCodes: [String]

    static func read(_ url: URL) throws -> [TokenizerCase] {
        let file = try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any]
        return (file?["tests"] as? [[String: Any]] ?? []).compactMap { TokenizerCase($0, file: url.lastPathComponent) }
    }

    private init?(_ json: [String: Any], file: String) {
        guard let text = json["input"] as? String, let output = json["output"] as? [[Any]] else { return nil }
        let isEscaped = json["doubleEscaped"] as? Bool ?? false
        func units(_ text: String) -> [UInt16] { isEscaped ? Self.unescaped(Array(text.utf16)) : Array(text.utf16) }
        func string(_ value: Any) -> String? { (value as? String).map { String(decoding: units($0), as: UTF16.self) } }
        description = "\(file): \(json["description"] as? String ?? "")"
        input = units(text)
        initialStates = json["initialStates"] as? [String] ?? ["Data state"]
        lastStartTag = json["lastStartTag"] as? String
        errorCodes = (json["errors"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
        expected = output.compactMap { token in
            let name = token.count > 1 ? string(token[1]) : nil
            switch token.first as? String {
            case "DOCTYPE":
                return .documentType(
                    name: name, publicIdentifier: string(token[2]), systemIdentifier: string(token[3]),
                    isCorrect: token[4] as? Bool ?? false)
            case "StartTag":
                var attributes: [String: String] = [:]
                for (key, value) in token[2] as? [String: Any] ?? [:] { attributes[string(key) ?? ""] = string(value) }
                return .startTag(name ?? "", attributes, isSelfClosing: token.count > 3)
            case "EndTag": return .endTag(name ?? "")
            case "Comment": return .comment(name ?? "")
            default: return .characters(name ?? "")
            }
        }
    }

    /// Runs the tokenizer on the input cut at these offsets, and returns the tokens and the error codes.
    func run(in state: String, cutAt cuts: [Int]) -> (tokens: [TokenRecorder.Token], errors: [String]) {
        var tokenizer = HTMLTokenizer(collectsErrors: true)
        var recorder = TokenRecorder()
        tokenizer.lastStartTagName = Array((lastStartTag ?? "").utf8)
        switch state {
        case "PLAINTEXT state": tokenizer.state = .plaintext
        case "RCDATA state": tokenizer.state = .rcdata
        case "RAWTEXT state": tokenizer.state = .rawtext
        case "Script data state": tokenizer.state = .scriptData
        case "CDATA section state": (tokenizer.state, recorder.allowsCDATA) = (.cdataSection, true)
        default: break
        }
        let bytes = Array(String(decoding: input, as: UTF16.self).utf8)
        var consumed = 0
        for cut in cuts {
            let piece = bytes[consumed..<cut]
            let base = tokenizer.base
            let count = tokenizer.read(piece.span, isLast: false, into: &recorder)
            tokenizer.errors += HTMLInputChecker.errors(in: piece.span.extracting(first: count), base: base)
            consumed += count
        }
        let rest = bytes[consumed...]
        tokenizer.errors += HTMLInputChecker.errors(in: rest.span, base: tokenizer.base)
        _ = tokenizer.read(rest.span, isLast: true, into: &recorder)
        return (recorder.tokens, tokenizer.errors.sorted { $0.offset < $1.offset }.map(\.code.rawValue))
    }

    /// The offsets of the characters in UTF-8. The parser passes only whole characters to the tokenizer.
    var cuts: [Int] {
        let text = String(decoding: input, as: UTF16.self)
        return text.unicodeScalars.indices.map { text.utf8.distance(from: text.startIndex, to: $0) }
    }

    private static func unescaped(_ units: [UInt16]) -> [UInt16] {
        var result: [UInt16] = []
        var index = 0
        while index < units.count {
            if units[index...].starts(with: "\\u".utf16), index + 6 <= units.count,
                let unit = UInt16(String(decoding: units[index + 2..<index + 6], as: UTF16.self), radix: 16)
            {
                result.append(unit)
                index += 6
            } else {
                result.append(units[index])
                index += 1
            }
        }
        return result
    }
}
