package import Pipeline
package import SourcesLocal

/// The source `eml`: reads messages in files of their own, one record each.
package struct EMLSource: InputListSource, DocumentSource {
    package static let name = "eml"
    package static let summary =
        "Reads messages (.eml) that patterns or URLs name: each file a record with addresses, date, body and attachments."
    package static let example = #"{ "type": "eml", "from": "mails/**/*.eml" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let reading: MessageFileReader

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        reading = MessageFileReader(&options)
        documents = InputDocuments(inputs, options: &options)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { input, output in
            try await reading.send(input, from: documents, flags: nil, into: &output)
        }
    }
}
