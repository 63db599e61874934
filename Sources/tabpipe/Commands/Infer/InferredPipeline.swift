internal import JSONParsing
internal import Pipeline

/// A pipeline file, guessed from the first response, that writes Markdown or JSON Lines.
struct InferredPipeline {
    private let name: String
    private let source: InferredSource
    private let record: FieldRoles

    /// - Parameters:
    ///   - name: The name of the pipeline, which is also that of its output.
    ///   - source: The source.
    init(name: String, source: InferredSource) {
        self.name = name
        self.source = source
        record = FieldRoles(fields: InferredField.list(of: source.items))
    }

    /// The text of the file.
    var text: String {
        var stages: [JSONValue] = []
        let sink = sink(&stages)
        let help = source.parameter.name == "url" ? "the URL of the first page" : "a file, '-' or an http(s) URL"
        let fields = record.fields.isEmpty ? "" : " Fields: \(record.description)."
        let file: JSONObject = [
            "name": .string(name),
            "description": .string("Made by `tabpipe infer` from a first answer; change what it guessed wrong.\(fields)"),
            "parameters": .object([source.parameter.name: ["default": source.parameter.value, "help": .string(help)]]),
            "source": .object(source.step), "stages": .array(stages), "sinks": [sink],
        ]
        return JSONValue.object(file).indentedText
    }

    private func sink(_ stages: inout [JSONValue]) -> JSONValue {
        guard let title = record.title, let body = record.body, let (path, reason) = path(title) else {
            return [
                "type": "jsonl", "to": .string("out/\(name).jsonl"),
                "description": "The records have no field that is a title and one that is a text; otherwise `markdown` would write files.",
            ]
        }
        if body.isOptional {
            stages.append(
                [
                    "type": "set", "description": "Some records have no text.",
                    "fields": .object([body.path: .string("\(body.path) // \"\"")]),
                ])
        }
        var bodyField = body.path
        if body.isHTML {
            bodyField = record.has("markdown") ? "body_markdown" : "markdown"
            stages.append(
                [
                    "type": "html_to_markdown", "description": .string("\(body.path) is HTML."), "field": .string(body.path),
                    "into": .string(bodyField),
                ])
        }
        var titlePath = title.path
        if title.isHTML {
            let field = record.has("heading") ? "title_text" : "heading"
            titlePath = ".\(field)"
            stages.append(
                [
                    "type": "html_to_text", "description": .string("\(title.path) is HTML."), "field": .string(title.path),
                    "into": .string(field),
                ])
        }
        let details = record.details.map { field in
            let isPlain = field.path == ".\(field.name)"
            return isPlain ? ", \(field.name)" : ", \(JSONPathStep.spelling(of: field.name)): \(field.path)"
        }.joined()
        return [
            "type": "markdown", "to": .string("out/\(name)/\(path.replacing(title.path, with: titlePath)).md"),
            "front_matter": .string("{title: \(titlePath)\(details)}"), "body": .string(bodyField),
            "format": .string(body.isHTML || body.isMarkdown ? "markdown" : "text"),
            "description": .string("A title (\(title.path)) and a text (\(body.path)) make a file each; \(reason)"),
        ]
    }

    /// The path of a record's file without its ending, and the reason; nil if no field tells records apart.
    private func path(_ title: InferredField) -> (path: String, reason: String)? {
        let ids = [record.slug, record.id.flatMap { ["url", "link"].contains($0.name) ? nil : $0 }].compactMap(\.self)
        for field in ids {
            guard let program = fileName(field) else { continue }
            return ("{{\(program)}}", "\(field.path) differs in each record.")
        }
        guard title.isUnique, let program = fileName(title) else { return nil }
        return ("{{\(program)}}", "the titles differ.")
    }

    /// The jq program that turns a field into file names; nil if two records would get the same name.
    private func fileName(_ field: InferredField) -> String? {
        let texts = field.values.map { $0.string ?? $0.compactText }
        // File names that differ only in case are equal on many systems.
        if texts.allSatisfy({ $0.wholeMatch(of: /[A-Za-z0-9_-]{1,80}/) != nil }), Set(texts.map { $0.lowercased() }).count == texts.count {
            return field.path
        }
        guard let slug = try? RecordQuery("tostring | slug"), let names = try? texts.map({ try slug.first(Record(.string($0)))?.string })
        else { return nil }
        guard Set(names).count == names.count else { return nil }
        return field.values.allSatisfy { $0.kind == .string } ? "\(field.path) | slug" : "\(field.path) | tostring | slug"
    }
}
