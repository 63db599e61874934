/// A fault of an XML document, with its position. The rest of the document is not read.
public struct XMLError: Error, Equatable, Sendable {
    /// The faults of XML documents.
    public enum Reason: Equatable, Sendable {
        /// Something that the grammar does not allow here.
        case unexpected(found: String, expected: String)
        /// The document ends too early.
        case endOfInput(expected: String)
        /// A character that no XML document may contain.
        case forbiddenCharacter(UInt32)
        /// A sequence of bytes that is no character of the document's encoding.
        case undecodable(encoding: String)
        /// An encoding that this reader does not know.
        case unknownEncoding(String)
        /// A declaration of an encoding that differs from the one that the first bytes have.
        case wrongEncoding(declared: String, found: String)
        /// A document type with declarations of its own, which could define entities.
        case documentTypeDeclarations
        /// A document type that names a file with declarations.
        case externalDocumentType
        /// A reference to an entity other than the five of XML.
        case unknownEntity(String)
        /// A reference to a number that is no character.
        case invalidReference(String)
        /// An end tag with another name than the innermost open element.
        case mismatchedEnd(open: String, found: String)
        /// An attribute that occurs twice in one tag, also by two prefixes of one namespace.
        case duplicateAttribute(String)
        /// A prefix that no attribute `xmlns:…` declares.
        case undeclaredPrefix(String)
        /// A declaration of a namespace that the standard forbids.
        case forbiddenNamespace(String)
        /// Elements nested deeper than the limit.
        case tooDeep(limit: Int)
        /// A tag with more attributes than the limit.
        case tooManyAttributes(limit: Int)
        /// A name longer than the limit, in bytes.
        case nameTooLong(limit: Int)
        /// A tag, declaration or reference longer than the limit, in bytes.
        case tagTooLong(limit: Int)
        /// An element with its content longer than the limit, in bytes.
        case elementTooLong(limit: Int)
    }

    /// The reason for the fault.
    public let reason: Reason
    /// The position of the fault: of the first character that is not allowed there, or of the start of a construct that is too long.
    public let position: XMLPosition

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - reason: The reason for the fault.
    ///   - position: The position of the fault.
    public init(_ reason: Reason, at position: XMLPosition) {
        self.reason = reason
        self.position = position
    }

    /// The fault in one sentence, without its position.
    public var message: String {
        switch reason {
        case .unexpected(let found, let expected): "expected \(expected), found \(found)"
        case .endOfInput(let expected): "the document ends where \(expected) was expected"
        case .forbiddenCharacter(let code): "U+\(Self.hexadecimal(code)) is no character of XML"
        case .undecodable(let encoding): "expected \(encoding), found bytes that are no character of it"
        case .unknownEncoding(let name): "the encoding \(name) is not known"
        case .wrongEncoding(let declared, let found): "the document declares the encoding \(declared), but its bytes are \(found)"
        case .documentTypeDeclarations: "a document type with declarations is refused; expected <!DOCTYPE name>"
        case .externalDocumentType: "a document type with an external identifier is refused; expected <!DOCTYPE name>"
        case .unknownEntity(let name): "the entity \"\(name)\" is not defined; XML defines lt, gt, amp, apos and quot"
        case .invalidReference(let text): "\(text) stands for no character of XML"
        case .mismatchedEnd(let open, let found): "expected the end tag </\(open)>, found </\(found)>"
        case .duplicateAttribute(let name): "the attribute \"\(name)\" stands twice in one tag"
        case .undeclaredPrefix(let prefix): "the prefix \"\(prefix)\" is not declared; expected an attribute xmlns:\(prefix)"
        case .forbiddenNamespace(let text): text
        case .tooDeep(let limit): "elements are nested deeper than the limit of \(limit)"
        case .tooManyAttributes(let limit): "a tag has more attributes than the limit of \(limit)"
        case .nameTooLong(let limit): "a name is longer than the limit of \(limit) bytes"
        case .tagTooLong(let limit): "a tag is longer than the limit of \(limit) bytes"
        case .elementTooLong(let limit): "one element is longer than the limit of \(limit) bytes"
        }
    }

    private static func hexadecimal(_ code: UInt32) -> String {
        let digits = String(code, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension XMLError: CustomStringConvertible {
    /// The position and the message.
    public var description: String { "\(position.line):\(position.column): \(message)" }
}

/// A position in an XML document.
public struct XMLPosition: Equatable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// The column in characters (Unicode scalars), counted from 1.
    public var column: Int

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - line: The line, counted from 1.
    ///   - column: The column in characters (Unicode scalars), counted from 1.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Moves the position past a text.
    mutating func advance(over text: Span<UInt8>) {
        for index in text.indices {
            let byte = text[index]
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}

/// A fault at an offset in the text that is being read.
struct XMLFault: Error {
    let reason: XMLError.Reason
    let index: Int

    init(_ reason: XMLError.Reason, at index: Int) {
        self.reason = reason
        self.index = index
    }
}
