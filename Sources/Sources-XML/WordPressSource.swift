internal import JSONParsing
package import Pipeline
package import SourcesLocal
internal import XMLParsing

/// The source `wordpress`: reads export files of WordPress (WXR), and makes a record of each post and page.
package struct WordPressSource: InputListSource, DocumentSource {
    package static let name = "wordpress"
    package static let summary =
        "Reads export files of WordPress (WXR): each post or page a record with HTML, author, terms, images and comments."
    package static let example = #"{ "type": "wordpress", "from": "export.xml", "types": ["post"] }"#

    /// The paths of items and of authors. The roots of exports are feeds in RSS.
    private static let paths = [XMLPath(constant: "/rss/channel/item"), XMLPath(constant: "/rss/channel/*:author")]
    private static let itemPath = 0
    /// The longest export that is kept in memory, in bytes as ``XMLLimits/maxElementBytes`` counts them.
    private static let maxKeptBytes = 256 << 20

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    /// The faults that exports have.
    private static let mending: XMLMending = [.controlCharacters, .leadingSpace, .references]

    private let types: Set<String>
    private let statuses: Set<String>
    private let includesProtected: Bool
    private let limits: XMLLimits

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        types = Set(
            options.read(
                "types", .list(of: .string, isEmptyAllowed: false), default: ["post", "page"],
                help: "The types of items that become records, such as post, page, attachment, or a type of a plug-in; * stands for all."))
        statuses = Set(
            options.read(
                "statuses", .list(of: .string, isEmptyAllowed: false), default: ["publish"],
                help:
                    "The statuses of items that become records: publish, draft, pending, private, future, trash, inherit; * stands for all. "
                    + "Attachments are inherit, and count as published."))
        includesProtected = options.read(
            "include_protected", .boolean, default: false, help: "Whether items with a password become records, too.")
        let bytes = options.read(
            "max_record_bytes", .integer(1...1 << 30), default: XMLLimits.standard.maxElementBytes,
            help:
                "How long an item may be, in bytes. Each tag in it counts as \(XMLLimits.elementBytes) bytes more, and each attribute as \(XMLLimits.attributeBytes)."
        )
        limits = XMLLimits(maxElementBytes: bytes)
        documents = InputDocuments(inputs, options: &options)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        let inputs = try documents.list(for: &output)
        var index = WordPressIndex()
        // An attachment can come after the posts that show it, or in another file, so files are read twice. A shard reads the attachments of
        // all files.
        for input in try listedInputs() where Self.isFile(input) {
            let reader = try await documents.openUncounted(input)
            var document = XMLDocumentReader(
                reader, shown: input.shown, paths: Self.paths, limits: limits, mending: Self.mending)
            while case let elements = try await document.next(), !elements.isEmpty {
                for found in elements { try index.add(found.element) }
            }
        }
        var counts = WordPressCounts()
        for input in inputs {
            output.beginInput()
            counts.beginInput()
            try await read(input, &index, &counts, into: &output)
        }
        for (remark, number) in counts.remarks.sorted(by: { $0.key < $1.key }) {
            output.warn("\(number.counted("record")) with \(remark.printable)", of: inputs.count == 1 ? inputs[0].shown : "")
        }
    }

    private static func isFile(_ input: Input) -> Bool {
        guard case .file(let path) = input else { return false }
        return FilePath.kind(of: path.value) == .regular
    }

    private func read(
        _ input: Input, _ index: inout WordPressIndex, _ counts: inout WordPressCounts, into output: inout RecordWriter
    ) async throws {
        var document = try await documents.openXML(
            input, for: output, paths: Self.paths, limits: limits, mending: Self.mending)
        let origin = document.origin
        let isKept = !Self.isFile(input)
        var kept: [XMLFoundElement] = []
        var keptBytes = 0
        var isFound = false
        while case let elements = try await document.next(), !elements.isEmpty {
            isFound = true
            guard isKept else {
                try await send(elements, index, origin, &counts, into: &output)
                continue
            }
            // An input that cannot be read twice stays in memory until its attachments are known.
            for found in elements {
                try index.add(found.element)
                keptBytes += found.bytes
                guard keptBytes <= Self.maxKeptBytes else {
                    throw PipelineFailure(
                        .badData,
                        "\(input.shown.printable): an export from standard input or a URL stays in memory, and may be as long as "
                            + "\(Self.maxKeptBytes) bytes; save it as a file, which is read twice")
                }
                if found.path == Self.itemPath { kept.append(found) }
            }
        }
        try await send(kept, index, origin, &counts, into: &output)
        if let fault = document.mended { output.warn("\(fault); the export is read as if it were valid", of: input.shown) }
        if !isFound { output.warn("no item is in it; an export of WordPress was expected", of: input.shown, mayMissRecords: true) }
        for warning in counts.warnings { output.warn(warning, of: input.shown, mayMissRecords: counts.isWithoutRecords) }
    }

    private func send(
        _ elements: [XMLFoundElement], _ index: WordPressIndex, _ origin: Origin, _ counts: inout WordPressCounts,
        into output: inout RecordWriter
    ) async throws {
        var origin = origin
        for found in elements where found.path == Self.itemPath {
            let item = WordPressItem(element: found.element)
            guard item.isOfWordPress else {
                counts.otherItems += 1
                continue
            }
            guard types.contains("*") || types.contains(item.type) else {
                counts.leaveOut(item)
                continue
            }
            let status = item.type == "attachment" && item.status == "inherit" ? "publish" : item.status
            guard statuses.contains("*") || statuses.contains(status) || statuses.contains(item.status) else {
                counts.statuses[Self.isKnown(item.status) ? item.status : "other", default: 0] += 1
                continue
            }
            guard includesProtected || !item.hasPassword else {
                counts.statuses["with a password", default: 0] += 1
                continue
            }
            origin.line = found.position.line
            var remarks: [String] = []
            let (value, contentRemarks) = item.json(index, remarks: &remarks)
            counts.note(contentRemarks)
            var record = Record(value, origin: origin)
            record.warnings += remarks
            try await output.send(record)
            counts.sent += 1
        }
    }

    private static func isKnown(_ status: String) -> Bool {
        ["publish", "draft", "pending", "private", "future", "trash", "inherit", "auto-draft"].contains(status)
    }
}
