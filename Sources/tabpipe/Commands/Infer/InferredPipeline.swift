internal import JSONParsing
internal import Pipeline

/// A pipeline file that reads what a first answer has, and writes Markdown or JSON Lines.
struct InferredPipeline {
    private let name: String
    private let source: InferredSource
    private let record: InferredRecord

    /// - Parameters:
    ///   - name: The name of the pipeline, which is also that of its output.
    ///   - source: The source.
    init(name: String, source: InferredSource) {
        self.name = name
        self.source = source
        record = InferredRecord(fields: InferredField.list(of: source.items))
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
            "parameters": .object([source.parameter.name: ["default": .string(source.parameter.value), "help": .string(help)]]),
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
        let details = record.details.map { ", \($0)" }.joined()
        return [
            "type": "markdown", "to": .string("out/\(name)/\(path.replacing(title.path, with: titlePath)).md"),
            "front_matter": .string("{title: \(titlePath)\(details)}"), "body": .string(bodyField),
            "format": .string(body.isHTML || body.isMarkdown ? "markdown" : "text"),
            "description": .string("A title (\(title.path)) and a text (\(body.path)) make a file each; \(reason)"),
        ]
    }

    /// The path of a record's file without its ending, and the reason; nil if no field tells records apart.
    private func path(_ title: InferredField) -> (path: String, reason: String)? {
        if let slug = record.slug { return ("{{\(slug.path)}}", "\(slug.path) differs in each record.") }
        if let id = record.id, !["url", "link"].contains(id.name) { return ("{{\(id.path)}}", "\(id.path) differs in each record.") }
        if title.isUnique { return ("{{\(title.path) | slug}}", "the titles differ.") }
        return nil
    }
}
