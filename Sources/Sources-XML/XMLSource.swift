internal import JSONParsing
package import Pipeline
package import SourcesLocal
internal import XMLParsing

/// The source `xml`: reads XML documents, and makes a record of each element at some paths.
package struct XMLSource: InputListSource, DocumentSource {
    package static let name = "xml"
    package static let summary =
        "Reads XML from a file, standard input or an http(s) URL: each element at a path a record, with attributes as @name."
    package static let example = #"{ "type": "xml", "from": "catalog.xml", "select": "catalog/product" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let select: [SelectedPath]
    private let limits: XMLLimits

    /// A path as the option writes it.
    private struct SelectedPath: Sendable {
        /// The root element.
        static let root = SelectedPath(text: "*", path: XMLPath(constant: "/*"))

        let text: String
        let path: XMLPath

        private init(text: String, path: XMLPath) { (self.text, self.path) = (text, path) }

        /// Reads a path. The slash in front of the root may be missing.
        ///
        /// - Returns: nil if the text is no path.
        init?(_ text: String) {
            guard let path = XMLPath(text.hasPrefix("/") ? text : "/" + text) else { return nil }
            self.init(text: text, path: path)
        }

        /// The names of the path.
        var steps: [Substring] { text.split(separator: "/") }

        /// Whether a name of a path matches each element that another name matches.
        static func covers(_ name: Substring, _ other: Substring) -> Bool {
            name == other || name == "*" || name.hasPrefix("*:") && name.dropFirst(2) == other.split(separator: ":").last
        }

        /// Whether both paths may match one element, which then counts for the first of them alone.
        func overlaps(_ other: SelectedPath) -> Bool {
            let names = (steps, other.steps)
            return names.0.count == names.1.count
                && zip(names.0, names.1).allSatisfy { $0 == $1 || $0.hasPrefix("*") || $1.hasPrefix("*") }
        }
    }

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        let path = OptionType<String>.string.map(
            expecting: "a path of element names, such as \"rss/channel/item\"", placeholder: .root, written: { $0.text },
            { SelectedPath($0) })
        select = options.read(
            "select", .list(of: path, isEmptyAllowed: false), default: [.root],
            help:
                "The path of the elements that become records: names from the root on, as in rss/channel/item. A name has its prefix as the "
                + "document writes it; *:name has any prefix, and * is any element. A list of paths selects at each of them. "
                + "The default is the root element.")
        if let (long, short) = Self.nested(select) {
            options.report(
                "expected paths of which none begins another, found \"\(long.text.printable)\", whose elements are inside of those at "
                    + "\"\(short.text.printable)\"", option: "select")
        }
        let depth = options.read(
            "max_depth", .integer(1...500), default: XMLLimits.standard.maxDepth, help: "How deep elements may nest.")
        let bytes = options.read(
            "max_record_bytes", .integer(1...1 << 30), default: XMLLimits.standard.maxElementBytes,
            help:
                "How long a selected element may be, in bytes. Each tag in it counts as \(XMLLimits.elementBytes) bytes more, and each attribute as \(XMLLimits.attributeBytes)."
        )
        limits = XMLLimits(maxDepth: depth, maxElementBytes: bytes)
        documents = InputDocuments(inputs, options: &options)
    }

    /// A path below another one, which finds nothing: an element inside of a record is part of it.
    private static func nested(_ paths: [SelectedPath]) -> (long: SelectedPath, short: SelectedPath)? {
        for long in paths {
            for short in paths where short.steps.count < long.steps.count && zip(short.steps, long.steps).allSatisfy(SelectedPath.covers) {
                return (long, short)
            }
        }
        return nil
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { try await read($0, into: &$1) }
    }

    private func read(_ input: Input, into output: inout RecordWriter) async throws {
        var document = try await documents.openXML(input, for: output, paths: select.map(\.path), limits: limits)
        var origin = document.origin
        var found: Set<Int> = []
        while case let elements = try await document.next(), !elements.isEmpty {
            for element in elements { found.insert(element.path) }
            let records = elements.map { found in
                origin.line = found.position.line
                return Record(found.element.json, origin: origin)
            }
            try await output.send(contentsOf: records)
        }
        let missed = select.indices.filter { place in
            !found.contains(place) && !found.contains { $0 < place && select[$0].overlaps(select[place]) }
        }
        if !missed.isEmpty {
            let paths = missed.map { select[$0].text.printable }.joined(separator: " or ")
            output.warn("no element is at \(paths)", of: input.shown, mayMissRecords: true)
        }
    }
}
