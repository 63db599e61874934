internal import Pipeline
internal import SourcesLocal

/// Inputs that are mail in a form which is not read. The messages say what reads them.
enum ForeignMail {
    /// The first bytes of an input.
    struct Beginning: Sendable {
        /// The length that tells each form, in bytes.
        private static let maxBytes = 8

        private let input: Input
        private var bytes: [UInt8] = []
        private var isChecked = false

        init(of input: Input) { self.input = input }

        /// Takes the next bytes of the input.
        ///
        /// - Throws: ``PipelineFailure`` of the kind `badData` for a form that is not read.
        mutating func add(_ chunk: [UInt8]) throws {
            if isChecked { return }
            bytes += chunk.prefix(Self.maxBytes - bytes.count)
            if bytes.count == Self.maxBytes { try finish() }
        }

        /// Checks the bytes at the end of the input.
        mutating func finish() throws {
            if isChecked { return }
            isChecked = true
            if let fault = ForeignMail.fault(of: bytes) { throw PipelineFailure(.badData, "\(input.shown.printable) is \(fault)") }
        }
    }

    /// The first bytes of the forms.
    private static let forms: [(mark: [UInt8], fault: String)] = [
        (Array("!BDN".utf8), "a data file of Outlook (.pst, .ost), which is not read; \"readpst -o FOLDER FILE\" writes its mailboxes"),
        (
            [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1],
            "a message of Outlook (.msg), which is not read; \"msgconvert FILE\" writes it as .eml"
        ),
    ]
    private static let utf16 = "in UTF-16, and mail is not; \"iconv -f UTF-16 -t UTF-8 FILE\" converts it"

    /// What a beginning shows, as the end of a message; nil for mail that is read, and for anything else.
    private static func fault(of bytes: [UInt8]) -> String? {
        if let form = forms.first(where: { bytes.starts(with: $0.mark) }) { return form.fault }
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) { return utf16 }
        // Without a mark, each letter has a zero byte beside it.
        guard bytes.count >= 4 else { return nil }
        let places = bytes.indices.prefix(4).filter { bytes[$0] == 0 }
        return places == [0, 2] || places == [1, 3] ? utf16 : nil
    }

    /// Checks an input before it is opened.
    ///
    /// - Parameter hint: What names the files in a folder.
    /// - Throws: ``PipelineFailure``: `inputMissing` for a folder, `badData` for an archive of Outlook, which is one of ZIP.
    static func check(_ input: Input, hint: String) throws {
        if input.name.lowercased().hasSuffix(".olm") {
            throw PipelineFailure(
                .badData,
                "\(input.shown.printable) is an archive of Outlook for Mac (.olm), which is not read; a folder that is dragged out of Outlook "
                    + "becomes a .mbox file")
        }
        guard case .file(let path) = input, FilePath.kind(of: path.value) == .folder else { return }
        func isFolder(_ name: String) -> Bool { FilePath.kind(of: "\(path.value)/\(name)") == .folder }
        let advice = isFolder("cur") || isFolder("new") ? "the source maildir reads it" : hint
        throw PipelineFailure(inputMissing: input.shown, "\(input.shown.printable) is a folder; \(advice)")
    }
}
