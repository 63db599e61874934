internal import HTMLParsing
internal import ImageHeaders
internal import JSONParsing
internal import MailParsing
package import Pipeline
internal import Stages
internal import WebAddresses

/// The stage `assets`: fetches the images and other files that content points at, and has the content point at the files.
package struct AssetsStage: AsyncStage {
    package static let name = AssetSettings.stage
    package static let summary =
        "Downloads the images and other files in content to a folder, and changes their addresses to those of the files."
    package static let example =
        #"{ "type": "assets", "html": ["html"], "fields": [".hero_image"], "folder": "out/images", "link_as": "images/{{.name}}" }"#

    private let content: AssetFields
    private let link: Template
    /// The folder of each record, below that of the stage; nil where all records share that.
    private let recordFolder: Template?
    /// The field that gets the facts of the files.
    private let factsField: FieldPath?
    private let isRequired: Bool
    /// Whether files of servers are fetched.
    private let fetches: Bool
    private let store: AssetStore
    /// The limit of records in progress. One record alone may have all files in progress.
    package let concurrency: Int

    package init(options: inout OptionReader) { self.init(options: &options, copyPrograms: CopyPrograms()) }

    /// - Parameter copyPrograms: The programs that make smaller copies.
    init(options: inout OptionReader, copyPrograms: CopyPrograms) {
        let html = options.readIfPresent(
            "html", .fields(),
            help:
                "The fields with HTML, such as .messages[].body. Their images, the full-size images behind their links, and the posters of videos "
                + "are fetched.")
        let scopes = (html ?? []).map { FieldScope($0) }
        // Fields of several lists have no common element.
        let isOneScope = Set(scopes.map { $0.list?.description }).count == 1
        let format = RecordChoice<ContentFormat>(options: &options, in: isOneScope ? scopes.first : nil)
        let fields = options.readIfPresent(
            "fields", .fields(), help: "The fields that are addresses themselves, such as .hero_image.")
        if html == nil, fields == nil { options.report("\"html\" or \"fields\" must name the fields with addresses") }
        let relative = RelativeAddresses(options: &options)
        let local = LocalFiles(&options)
        if local != nil, relative.isGiven {
            options.report("relative addresses start from \"base\" or mean files in \"local\", not both", option: "local")
        }
        let folder = options.read(
            "folder", .outputFolders,
            help:
                "The folder of the files: one for all records, or a template such as out/{{.slug}} with a folder for each. A hidden index "
                + "beside the part without a template lists their addresses and entity tags.")
        recordFolder = folder.relative.isFixed ? nil : folder.relative
        options.alsoWrites(AssetIndex.path(besideFolder: folder.directory), option: "folder")
        link = options.read(
            "link_as", .template,
            help: "The new address in the content, such as images/{{.name}}; .name is the name of the file, and .folder the path of the "
                + "record's folder below the part of folder without a template, encoded for an address.")
        if let fault = Self.fault(of: link, hasFolders: recordFolder != nil) { options.report(fault, option: "link_as") }
        factsField = options.readIfPresent(
            "facts", .newField,
            help: "The field that gets a list of the images: address, width, height, and smaller copies with their addresses and widths.")
        fetches = options.read(
            "fetch", .boolean, default: true,
            help:
                "Whether files of servers are fetched. With false, only files that the content itself holds, in data: URLs and attachments, "
                + "and those of local are written.")
        var settings = AssetSettings(&options)
        settings.copyPrograms = copyPrograms
        if settings.makesCopies, factsField == nil {
            options.report("the addresses of the copies need a field: \"facts\"", option: "copies")
        }
        content = AssetFields(html: scopes, format: format, fields: fields ?? [], relative: relative, local: local, kinds: settings.kinds)
        isRequired = settings.isRequired
        concurrency = settings.concurrency
        settings.local = local
        store = AssetStore(folder.folder, settings)
    }

    package var hooks: Hooks { Hooks(output: store, explanation: store.explanation, notes: store.notes) }

    package func copyForRun(in context: RunContext) -> AssetsStage { self }

    package func process(_ record: inout Record) async throws -> Verdict {
        // A preview writes no files, so the content must not point at them.
        guard let run = store.run else { return .keep }
        let start = try content.start(of: record)
        let found = try content.addresses(in: record, from: start)
        let addresses = fetches ? found.known : found.known.filter { !$0.isOnServer }
        let relative = found.relative
        run.leave(found.left)
        if let first = relative.first, !content.relative.leavesAll {
            run.miss(relative)
            if isRequired { throw RecordError("\(first.shown): \(AssetFault.relative.words)") }
        }
        guard !addresses.isEmpty else { return .keep }
        let folder = try recordFolder.map { try ConfinedFolder.split($0.render(record)) } ?? []
        let files = try await run.files(at: addresses, in: folder, links: found.links)
        var links: [AssetAddress: (text: String, size: ImageSize?)] = [:]
        var facts = AssetFacts()
        for (address, file) in zip(addresses, files) {
            switch file {
            case .success(let copied):
                let text = try Self.link(link, to: copied.file.name, in: folder)
                links[address] = (text, copied.file.size)
                let copies = try copied.copies.map { (address: try Self.link(link, to: $0.name, in: folder), width: $0.width) }
                facts.add(text, copied.file.size, copies)
            // The link looked like one to a file, but leads to a web page.
            case .failure(.wrongKind) where found.links.contains(address): break
            case .failure(let fault): if isRequired { throw RecordError("\(address.shown): \(fault.words)") }
            }
        }
        try content.rewrite(&record, from: start) { found in
            if let link = links[found.address] { return link }
            // The file is missing, and its absolute address still leads to it.
            return found.url.map { ($0, nil) }
        }
        if !links.isEmpty { record.origin.base = record.origin.base.leaving(links.values.map(\.text)) }
        if let field = factsField, !facts.isEmpty { try record.set(field, to: facts.json(after: record.get(field))) }
        return .keep
    }

    /// - Parameter folder: The names of the record's folder.
    private static func link(_ template: Template, to name: String, in folder: [String]) throws -> String {
        let folder = PercentEncoding.encoded(path: folder)
        return try template.render(Record(.object(JSONObject([("name", .string(name)), ("folder", .string(folder))]))))
    }

    /// The fault of a template that gives different files one address.
    private static func fault(of template: Template, hasFolders: Bool) -> String? {
        func address(_ name: String, _ folder: String) -> String? { try? link(template, to: name, in: [folder]) }
        let example = address("a", "a")
        if let example, example == address("b", "a") { return "expected a template with {{.name}}, or all files would have one address" }
        guard hasFolders, let example, example == address("a", "b") else { return nil }
        return "expected a template with {{.folder}}, because each record has its own folder; from a page in that folder, "
            + "\"../{{.folder}}/{{.name}}\" leads to its files"
    }
}
