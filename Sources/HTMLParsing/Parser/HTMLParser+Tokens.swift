/// Tokens from another source than the tokenizer, such as the parser of Markdown.
///
/// The tree is the same as if the caller had written the tokens as HTML. Between two tokens of the fed HTML, they go directly to the tree
/// builder. Inside an unfinished token (`<div` without its end, a script that nothing closes), they are written as HTML and become part of
/// that token.
extension HTMLParser {
    /// Returns the bytes as well-formed UTF-8, in which U+FFFD stands for each ill-formed sequence; nil if they are well-formed.
    package static func repairedUTF8(_ bytes: Span<UInt8>) -> [UInt8]? {
        var repair = HTMLUTF8Repair()
        if repair.isWellFormed(bytes) { return nil }
        return repair.repaired(bytes) + repair.flush()
    }

    private var isBetweenTokens: Bool { pending.isEmpty && tokenizer.state == .data }

    /// Adds an attribute to the next start tag.
    ///
    /// - Parameters:
    ///   - name: A lower-case name that the tag does not have yet.
    ///   - value: The value as well-formed UTF-8, without NUL and carriage returns.
    package mutating func attribute(_ name: String, _ value: Span<UInt8>) {
        let start = tokenizer.decoded.count
        tokenizer.decoded.append(span: value)
        let id = builder.intern(name.utf8.span)
        tokenizer.token.attributes.append(HTMLTokenAttribute(name: id, start: start, count: value.count, isDecoded: true))
    }

    /// Passes a start tag with the attributes that were added.
    package mutating func startTag(_ tag: HTMLTag) {
        if isBetweenTokens {
            tokenizer.pass(tag, into: &builder)
        } else {
            let html = written(tag)
            self.html(html.span)
        }
        dropAttributes()
    }

    private mutating func dropAttributes() {
        tokenizer.decoded.removeAll(keepingCapacity: true)
        tokenizer.token.attributes.removeAll(keepingCapacity: true)
    }

    private func written(_ tag: HTMLTag) -> [UInt8] {
        var html = Array("<\(tag.name)".utf8)
        for attribute in tokenizer.token.attributes {
            html.append(UInt8(ascii: " "))
            builder.document.names.append(attribute.name, to: &html)
            html.append(contentsOf: "=\"".utf8)
            html.append(escaped: attribute.range, of: tokenizer.decoded, inAttribute: true)
            html.append(UInt8(ascii: "\""))
        }
        html.append(UInt8(ascii: ">"))
        return html
    }

    /// Passes an end tag.
    package mutating func endTag(_ tag: HTMLTag) {
        if isBetweenTokens {
            var token = HTMLTagToken()
            (token.tag, token.name) = (tag, tag.nameID)
            builder.endTag(token)
        } else {
            let html = Array("</\(tag.name)>".utf8)
            self.html(html.span)
        }
    }

    /// Passes text.
    ///
    /// - Parameter text: Well-formed UTF-8, without NUL and carriage returns.
    package mutating func text(_ text: Span<UInt8>) {
        if text.isEmpty { return }
        if isBetweenTokens { return builder.characters(text.indices, in: text) }
        var copy: [UInt8] = []
        copy.append(span: text)
        var html: [UInt8] = []
        html.append(escaped: copy.indices, of: copy, inAttribute: false)
        self.html(html.span)
    }

    /// Parses a piece of HTML, which may end inside of a token.
    ///
    /// - Parameter html: Well-formed UTF-8 that ends with a whole character.
    package mutating func html(_ html: Span<UInt8>) {
        parse(html, isLast: false)
        dropAttributes()
    }
}

extension HTMLTokenizer {
    /// Passes a start tag with the attributes of the current token, whose values are decoded.
    fileprivate mutating func pass(_ tag: HTMLTag, into sink: inout some HTMLTokenSink) {
        (token.tag, token.name, token.isSelfClosing) = (tag, tag.nameID, false)
        state = sink.startTag(token, source: decoded.span, decoded: decoded.span)
        if state != .data { lastStartTagName = Array(tag.name.utf8) }
    }
}
