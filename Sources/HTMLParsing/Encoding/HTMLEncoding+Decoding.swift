extension HTMLEncoding {
    /// Whether a character may have several bytes of which some are no ASCII. Such text is hardly ever well-formed UTF-8 by chance.
    public var isMultiByte: Bool { MultiByteDecoder.names(of: self) != nil }

    /// Whether this system decodes the encoding.
    public var isDecodable: Bool {
        guard let decoder = HTMLTextDecoder(self) else { return false }
        _ = consume decoder
        return true
    }

    /// Decodes a whole document.
    ///
    /// - Parameter bytes: The document. A byte order mark at the start is removed.
    /// - Returns: Well-formed UTF-8, with U+FFFD for undefined bytes. Nil if the system lacks the encoding, and for the standard's replacement
    ///   encoding.
    public func decode(_ bytes: Span<UInt8>) -> [UInt8]? { decodeCounting(bytes)?.text }

    /// Decodes a whole document, and counts what could not be decoded.
    ///
    /// - Returns: As ``decode(_:)``, and the sequences that became U+FFFD.
    public func decodeCounting(_ bytes: Span<UInt8>) -> (text: [UInt8], faults: HTMLDecodingFaults)? {
        guard var decoder = HTMLTextDecoder(self) else { return nil }
        var text = decoder.decode(bytes)
        text += decoder.finish()
        return (text, decoder.faults)
    }

    /// The encoding of a document that declares this one: UTF-8 if the declaration is plainly wrong.
    ///
    /// Programs that convert a page to UTF-8 often leave its declaration as it was. For encodings with one byte a character, which decode any
    /// text, browsers keep to the declaration, and so does this.
    ///
    /// - Parameter bytes: The whole document.
    public func corrected(for bytes: Span<UInt8>) -> HTMLEncoding {
        guard isMultiByte || self == .iso2022JP || self == .replacement else { return self }
        switch HTMLUTF8Evidence(in: bytes, isWhole: true) {
        case .none, .unfinished: return self
        case .strong: return .utf8
        case .ascii: return isMultiByte && !isDecodable ? .utf8 : self
        case .weak: return isMultiByte && decodeCounting(bytes)?.faults.count == 0 ? self : .utf8
        }
    }
}
