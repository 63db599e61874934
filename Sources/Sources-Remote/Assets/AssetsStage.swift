internal import ImageHeaders
internal import JSONParsing
package import Pipeline

/// The stage `assets`: fetches the images that content points at, and has the content point at the files.
package struct AssetsStage: AsyncStage {
    package static let name = "assets"
    package static let summary = "Downloads the images in content to a folder, and changes their addresses to those of the files."
    package static let example: String? =
        #"{ "type": "assets", "html": ["html"], "fields": [".hero_image"], "folder": "out/images", "link_as": "images/{{.name}}" }"#

    private let content: AssetContent
    private let link: Template
    /// The beginning of the new addresses, if they are relative; nil for absolute ones.
    /// The field that gets the facts of the files.
    private let facts: FieldPath?
    private let isRequired: Bool
    private let store: AssetStore
    /// The limit of records in progress. One record alone may have all files in progress.
    package let concurrency: Int

    package init(options: inout OptionReader) {
        let html = options.optionalFields(
            "html", help: "The fields with HTML, such as .messages[].body. Their images and the posters of videos are fetched.")
        let fields = options.optionalFields("fields", help: "The fields that are addresses themselves, such as .hero_image.")
        if html == nil, fields == nil { options.report("\"html\" or \"fields\" must name the fields with addresses") }
        content = AssetContent(
            html: (html ?? []).map { FieldScope($0) }, fields: fields ?? [], relative: RelativeAddresses(options: &options))
        let folder = options.outputFolder(
            "folder", help: "The folder of the files. A hidden index beside it lists their addresses and entity tags.")
        options.alsoWrites(AssetIndex.path(besideFolder: folder.value), option: "folder")
        let link = options.template(
            "link_as", help: "The new address in the content, such as images/{{.name}}; .name is the name of the file.")
        let examples = ["a", "b"].compactMap { try? Self.link(link, to: $0) }
        if let one = examples.first, one == examples.last {
            options.report("expected a template with {{.name}}, or all files would have one address", option: "link_as")
        }
        self.link = link
        facts = options.optionalNewField(
            "facts",
            help: "The field that gets a list of the images: address, width, height, and smaller copies with their addresses and widths.")
        let settings = AssetSettings(&options)
        if settings.makesCopies, facts == nil { options.report("the addresses of the copies need a field: \"facts\"", option: "copies") }
        isRequired = settings.isRequired
        concurrency = settings.concurrency
        store = AssetStore(folder, settings)
    }

    package var explanation: [String] { store.explanation }
    package var runOutput: (any RunOutput)? { store }
    package var notes: [String] { store.notes }

    package func process(_ record: inout Record) async throws -> Verdict {
        // A preview writes no files, so the content must not point at them.
        guard let run = store.run else { return .keep }
        let base = try content.relative.base(of: record)
        let (addresses, relative) = try content.addresses(in: record, from: base)
        if let first = relative.first, !content.relative.leavesAll {
            run.miss(relative)
            if isRequired { throw RecordError("\(first.shown): \(AssetFault.relative.words)") }
        }
        guard !addresses.isEmpty else { return .keep }
        let files = try await run.files(at: addresses)
        var links: [AssetAddress: (text: String, size: ImageSize?)] = [:]
        var found = AssetFacts()
        for (address, file) in zip(addresses, files) {
            switch file {
            case .success(let copied):
                let text = try Self.link(link, to: copied.file.name)
                links[address] = (text, copied.file.size)
                let copies = try copied.copies.map { (address: try Self.link(link, to: $0.name), width: $0.width) }
                found.add(text, copied.file.size, copies)
            case .failure(let fault): if isRequired { throw RecordError("\(address.shown): \(fault.words)") }
            }
        }
        try content.rewrite(&record, from: base) { found in
            if let link = links[found.address] { return link }
            // The file is missing, and its absolute address still leads to it.
            return found.url.map { ($0, nil) }
        }
        if !links.isEmpty { record.origin.base = record.origin.base.leaving(links.values.map(\.text)) }
        if let facts, !found.isEmpty { try record.set(facts, to: found.json(after: record.get(facts))) }
        return .keep
    }

    private static func link(_ template: Template, to name: String) throws -> String {
        try template.render(Record(.object(JSONObject([("name", .string(name))]))))
    }
}
