internal import HTMLParsing

/// The script of a kind of page, put together from the files in `Browser/Scripts`, and the words that it shows.
///
/// Articles and lists also work without scripts.
struct PageScript: Sendable {
    let text: String
    let words: [ScriptWord]

    /// - Parameter parts: The scripts of the kind of page. They follow the script that all pages share.
    private init(_ parts: [String], words: [ScriptWord]) {
        let common = ScriptFile.common(maxCut: "\(CardShape.maxCut)")
        text = (["(() => {", "'use strict';", common] + parts + ["})();"]).joined(separator: "\n")
        self.words = words
    }

    static let index = PageScript(
        [ScriptFile.search, ScriptFile.dates, ScriptFile.memory, ScriptFile.index],
        words: [.word("noResults", .noResults), .counted("results", .results)])

    static let article = PageScript([ScriptFile.article], words: [.word("close", .close), .word("picture", .picture)])

    static let messages = PageScript(
        [ScriptFile.dates, ScriptFile.search, ScriptFile.messages], words: [.counted("found", .found)])

    static let thread = PageScript(
        [
            ScriptFile.dates, ScriptFile.memory, ScriptFile.threadState, ScriptFile.threadCells, ScriptFile.threadFrames,
            ScriptFile.mailFit, mailText, mailColor, ScriptFile.mailIndent, ScriptFile.mailReflow, ScriptFile.mailWide,
            ScriptFile.mailImages, ScriptFile.mailLong, ScriptFile.remoteFetch, ScriptFile.remoteStyles, remoteContent,
            ScriptFile.remoteFrames, ScriptFile.threadPlace, ScriptFile.threadPages, ScriptFile.threadStart, ScriptFile.threadPrinting,
        ],
        words: [
            .word("showQuote", .showQuote), .word("hideQuote", .hideQuote), .word("messageFrom", .messageFrom),
            .counted("showImages", .showImages), .counted("earlier", .earlier), .counted("earlierLabel", .earlierLabel),
            .word("newMessage", .newMessage), .word("showAllImages", .showAllImages), .word("waiting", .waiting),
            .word("failed", .failed), .word("tryAgain", .tryAgain), .word("tooLarge", .tooLarge), .word("stopped", .stopped),
            .word("readMessage", .readMessage), .word("image", .image), .word("enlarge", .enlarge), .word("close", .close),
            .word("wideContent", .wideContent),
        ])
}

// The parts of a thread's script that depend on the rules for mail.
extension PageScript {
    private static let mailText = ScriptFile.mailText(
        smallestText: "\(ReadabilityLimits.smallest)", largestHidden: "\(ReadabilityLimits.largestHidden)")

    private static let mailColor = ScriptFile.mailColor(
        minContrast: "\(ReadabilityLimits.minContrast)", ownInks: ownInks, minTextContrast: "\(OpaqueColor.minTextContrast)",
        ink: ColorRole.ink.light)

    /// The colors of text and links in ``PageStyle/mail``, as a list of strings.
    private static let ownInks = [ColorRole.ink.light, ColorRole.ink.dark, ColorRole.accent.light, ColorRole.accent.dark]
        .compactMap { OpaqueColor($0) }.map { "'\($0.computedText)'" }.joined(separator: ", ")

    private static let remoteContent = ScriptFile.remoteContent(
        maxTables: "\(MailRules.maximumTableDepth)",
        maxSpans: MailSizeLimits.spans.map { "\($0.attribute): \($0.maximum)" }.joined(separator: ", "),
        keptElements: keptElements, droppedElements: HTMLSanitizerProfile.droppedElementNames.joined(separator: " "),
        keptAttributes: keptAttributes, dataTable: DataTable.mark)

    /// The elements that the sanitiser keeps in mail, except images, which have rules of their own, and except elements whose layout takes
    /// long or which react to the reader.
    private static let keptElements = HTMLSanitizerProfile.email.elementNames
        .filter { !["img", "details", "summary", "ruby", "rt", "rp"].contains($0) }.joined(separator: " ")

    /// The attributes that the sanitiser keeps in mail, except addresses and styles, which have rules of their own, and attributes that the
    /// cleaned mail does not need.
    private static let keptAttributes = HTMLSanitizerProfile.email.attributeNames
        .filter { !["href", "src", HTMLSanitizer.waitingAddress, "cite", "alt", "style", "class", "role", "open", "headers"].contains($0) }
        .joined(separator: " ")
}
