/// A violation of the standard in a document. Parsing continues after every error.
public struct HTMLParseError: Error, Hashable, Sendable {
    /// The kind of error.
    public let code: HTMLParseErrorCode
    /// The offset in bytes from the start of the input; the length of the input for errors at its end.
    public let offset: Int

    /// Creates an error.
    public init(code: HTMLParseErrorCode, offset: Int) {
        self.code = code
        self.offset = offset
    }
}

/// The names that the standard gives to parse errors.
///
/// - SeeAlso: [HTML 13.2.2, Parse errors](https://html.spec.whatwg.org/multipage/parsing.html#parse-errors), where each is explained.
public enum HTMLParseErrorCode: String, Sendable {
    /// `abrupt-closing-of-empty-comment`
    case abruptClosingOfEmptyComment = "abrupt-closing-of-empty-comment"
    /// `abrupt-doctype-public-identifier`
    case abruptDoctypePublicIdentifier = "abrupt-doctype-public-identifier"
    /// `abrupt-doctype-system-identifier`
    case abruptDoctypeSystemIdentifier = "abrupt-doctype-system-identifier"
    /// `absence-of-digits-in-numeric-character-reference`
    case absenceOfDigitsInNumericCharacterReference = "absence-of-digits-in-numeric-character-reference"
    /// `cdata-in-html-content`
    case cdataInHtmlContent = "cdata-in-html-content"
    /// `character-reference-outside-unicode-range`
    case characterReferenceOutsideUnicodeRange = "character-reference-outside-unicode-range"
    /// `control-character-in-input-stream`
    case controlCharacterInInputStream = "control-character-in-input-stream"
    /// `control-character-reference`
    case controlCharacterReference = "control-character-reference"
    /// `duplicate-attribute`
    case duplicateAttribute = "duplicate-attribute"
    /// `end-tag-with-attributes`
    case endTagWithAttributes = "end-tag-with-attributes"
    /// `end-tag-with-trailing-solidus`
    case endTagWithTrailingSolidus = "end-tag-with-trailing-solidus"
    /// `eof-before-tag-name`
    case eofBeforeTagName = "eof-before-tag-name"
    /// `eof-in-cdata`
    case eofInCdata = "eof-in-cdata"
    /// `eof-in-comment`
    case eofInComment = "eof-in-comment"
    /// `eof-in-doctype`
    case eofInDoctype = "eof-in-doctype"
    /// `eof-in-script-html-comment-like-text`
    case eofInScriptHtmlCommentLikeText = "eof-in-script-html-comment-like-text"
    /// `eof-in-tag`
    case eofInTag = "eof-in-tag"
    /// `incorrectly-closed-comment`
    case incorrectlyClosedComment = "incorrectly-closed-comment"
    /// `incorrectly-opened-comment`
    case incorrectlyOpenedComment = "incorrectly-opened-comment"
    /// `invalid-character-sequence-after-doctype-name`
    case invalidCharacterSequenceAfterDoctypeName = "invalid-character-sequence-after-doctype-name"
    /// `invalid-first-character-of-tag-name`
    case invalidFirstCharacterOfTagName = "invalid-first-character-of-tag-name"
    /// `missing-attribute-value`
    case missingAttributeValue = "missing-attribute-value"
    /// `missing-doctype-name`
    case missingDoctypeName = "missing-doctype-name"
    /// `missing-doctype-public-identifier`
    case missingDoctypePublicIdentifier = "missing-doctype-public-identifier"
    /// `missing-doctype-system-identifier`
    case missingDoctypeSystemIdentifier = "missing-doctype-system-identifier"
    /// `missing-end-tag-name`
    case missingEndTagName = "missing-end-tag-name"
    /// `missing-quote-before-doctype-public-identifier`
    case missingQuoteBeforeDoctypePublicIdentifier = "missing-quote-before-doctype-public-identifier"
    /// `missing-quote-before-doctype-system-identifier`
    case missingQuoteBeforeDoctypeSystemIdentifier = "missing-quote-before-doctype-system-identifier"
    /// `missing-semicolon-after-character-reference`
    case missingSemicolonAfterCharacterReference = "missing-semicolon-after-character-reference"
    /// `missing-whitespace-after-doctype-public-keyword`
    case missingWhitespaceAfterDoctypePublicKeyword = "missing-whitespace-after-doctype-public-keyword"
    /// `missing-whitespace-after-doctype-system-keyword`
    case missingWhitespaceAfterDoctypeSystemKeyword = "missing-whitespace-after-doctype-system-keyword"
    /// `missing-whitespace-before-doctype-name`
    case missingWhitespaceBeforeDoctypeName = "missing-whitespace-before-doctype-name"
    /// `missing-whitespace-between-attributes`
    case missingWhitespaceBetweenAttributes = "missing-whitespace-between-attributes"
    /// `missing-whitespace-between-doctype-public-and-system-identifiers`
    case missingWhitespaceBetweenDoctypePublicAndSystemIdentifiers = "missing-whitespace-between-doctype-public-and-system-identifiers"
    /// `nested-comment`
    case nestedComment = "nested-comment"
    /// `non-void-html-element-start-tag-with-trailing-solidus`
    case nonVoidHtmlElementStartTagWithTrailingSolidus = "non-void-html-element-start-tag-with-trailing-solidus"
    /// `noncharacter-character-reference`
    case noncharacterCharacterReference = "noncharacter-character-reference"
    /// `noncharacter-in-input-stream`
    case noncharacterInInputStream = "noncharacter-in-input-stream"
    /// `null-character-reference`
    case nullCharacterReference = "null-character-reference"
    /// `surrogate-character-reference`
    case surrogateCharacterReference = "surrogate-character-reference"
    /// `unexpected-character-after-doctype-system-identifier`
    case unexpectedCharacterAfterDoctypeSystemIdentifier = "unexpected-character-after-doctype-system-identifier"
    /// `unexpected-character-in-attribute-name`
    case unexpectedCharacterInAttributeName = "unexpected-character-in-attribute-name"
    /// `unexpected-character-in-unquoted-attribute-value`
    case unexpectedCharacterInUnquotedAttributeValue = "unexpected-character-in-unquoted-attribute-value"
    /// `unexpected-equals-sign-before-attribute-name`
    case unexpectedEqualsSignBeforeAttributeName = "unexpected-equals-sign-before-attribute-name"
    /// `unexpected-null-character`
    case unexpectedNullCharacter = "unexpected-null-character"
    /// `unexpected-question-mark-instead-of-tag-name`
    case unexpectedQuestionMarkInsteadOfTagName = "unexpected-question-mark-instead-of-tag-name"
    /// `unexpected-solidus-in-tag`
    case unexpectedSolidusInTag = "unexpected-solidus-in-tag"
    /// `unknown-named-character-reference`
    case unknownNamedCharacterReference = "unknown-named-character-reference"
    /// The input is longer than `HTMLParser.maximumBytes`; the parser ignored the rest. This code is not part of the standard.
    case inputTooLong = "input-too-long"
}
