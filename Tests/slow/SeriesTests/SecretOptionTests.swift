import Foundation
import ProgramSupport
import TestSupport
import Testing

/// One option of one component, as the schema lists it, with a secret as its value.
struct OptionWithSecret {
    let kind: String
    let type: String
    let option: String
    /// The component with all its options, as it stands in a pipeline file.
    let step: [String: Any]

    /// All options of all components. An option inside an object comes with the component around it.
    static func all(secret: Any) async throws -> [OptionWithSecret] {
        let schema = try await Program.run(["schema"]).output
        let root = try #require(try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any])
        let definitions = try #require(root["$defs"] as? [String: Any])
        var found: [OptionWithSecret] = []
        for kind in ["source", "stage", "sink"] {
            let cases = (definitions[kind] as? [String: Any])?["allOf"] as? [[String: Any]] ?? []
            for case_ in cases {
                guard let then = case_["then"] as? [String: Any], let properties = then["properties"] as? [String: Any],
                    let type = (properties["type"] as? [String: Any])?["const"] as? String
                else { continue }
                var plain: [String: Any] = ["type": type]
                for name in then["required"] as? [String] ?? [] { plain[name] = value(of: properties[name], name, secret: nil) }
                // One of these two is needed, and the schema cannot say so.
                if type == "assets" { plain["html"] = ["a"] }
                // Nothing listens at the URL of the example, and the usual waits before further attempts would take minutes.
                if properties["retry"] != nil { plain["retry"] = ["max_attempts": 3, "base_seconds": 0.001] }
                for (name, property) in properties where name != "type" {
                    for value in values(of: property, name, secret: secret) {
                        found.append(
                            OptionWithSecret(kind: kind, type: type, option: name, step: plain.merging([name: value]) { $1 }))
                    }
                }
            }
        }
        return found.sorted { ($0.kind, $0.type, $0.option) < ($1.kind, $1.type, $1.option) }
    }

    /// The schema of a plain value, without the alternatives `$param`, `$env` and `$file`.
    private static func kind(of property: Any?) -> [String: Any] {
        let options = (property as? [String: Any])?["anyOf"] as? [[String: Any]] ?? []
        return options.first { $0["$ref"] == nil } ?? [:]
    }

    /// Values for an option: the secret as part of a value, and in place of the whole value.
    private static func values(of property: Any?, _ name: String, secret: Any) -> [Any] {
        let kind = kind(of: property)
        if let forms = kind["anyOf"] as? [[String: Any]] {
            return forms.flatMap { values(of: ["anyOf": [$0]], name, secret: secret) }
        }
        if let cases = kind["allOf"] as? [[String: Any]] {
            return cases.flatMap { (case_) -> [Any] in
                var then = case_["then"] as? [String: Any] ?? [:]
                var properties = then["properties"] as? [String: Any] ?? [:]
                let type = (properties.removeValue(forKey: "type") as? [String: Any])?["const"] ?? ""
                then["properties"] = properties
                return values(of: ["anyOf": [then]], name, secret: secret).map {
                    ($0 as? [String: Any])?.merging(["type": type]) { $1 } ?? $0
                }
            }
        }
        switch kind["type"] as? String {
        case "array":
            let items = values(of: kind["items"], name, secret: secret)
            return items.map { [$0] } + [secret]
        case "object":
            guard let properties = kind["properties"] as? [String: Any] else { return [["a": secret], secret] }
            var plain: [String: Any] = [:]
            for name in kind["required"] as? [String] ?? [] { plain[name] = value(of: properties[name], name, secret: nil) }
            var objects: [Any] = []
            for (inner, property) in properties {
                for value in values(of: property, inner, secret: secret) { objects.append(plain.merging([inner: value]) { $1 }) }
            }
            return objects
        // A template names the host itself.
        case "string" where kind["pattern"] != nil: return (secret as? String).map { ["http://127.0.0.1:1/a?b=\($0)"] } ?? [secret]
        default: return [secret]
        }
    }

    /// A valid value for an option.
    private static func value(of property: Any?, _ name: String, secret: Any?) -> Any {
        let kind = kind(of: property)
        switch kind["type"] as? String {
        case "array": return ["a"]
        case "object":
            let first = (kind["allOf"] as? [[String: Any]])?.first?["then"] as? [String: Any] ?? kind
            guard let properties = first["properties"] as? [String: Any] else { return ["a": "b"] }
            var object: [String: Any] = [:]
            if let type = (properties["type"] as? [String: Any])?["const"] { object["type"] = type }
            for name in first["required"] as? [String] ?? [] { object[name] = value(of: properties[name], name, secret: nil) }
            return object
        case "integer": return kind["minimum"] as? Int ?? 1
        case "number": return kind["minimum"] as? Double ?? 1
        case "string" where kind["pattern"] != nil: return "http://127.0.0.1:1/"
        case "boolean": return true
        default: return ["from", "match"].contains(name) ? "in.jsonl" : name == "to" ? "out/{{.id}}.x" : ".a"
        }
    }

    /// A pipeline with the component, and behind it a stage that rejects records without certain fields.
    func pipeline(_ number: Int) throws -> String {
        var source: [String: Any] = ["type": "json", "from": "in.jsonl"]
        var stages: [[String: Any]] = [["type": "set", "fields": ["z": ".a.b.c"]]]
        var sink: [String: Any] = ["type": "jsonl", "to": "out/\(number).jsonl"]
        switch kind {
        case "source": source = step
        case "sink":
            sink = step
            stages = []
            if option != "to" {
                let isFolder = step["to"] as? String == "out/{{.id}}.x" && ["markdown", "site"].contains(type)
                sink["to"] = isFolder ? "out/\(number)/{{.id}}.x" : "out/\(number).x"
            }
        default:
            var step = step
            if step["folder"] != nil, option != "folder" { step["folder"] = "out/\(number)" }
            stages = [step] + stages
        }
        let pipeline: [String: Any] = [
            "source": source, "stages": stages, "sinks": [sink], "description": type,
            "parameters": ["secret": ["default": ["$env": "SECRET"]]],
        ]
        return String(decoding: try JSONSerialization.data(withJSONObject: pipeline), as: UTF8.self)
    }
}

@Suite("A secret in any option", .startsInTurn, .timeLimit(.minutes(10))) struct SecretOptionTests {
    /// The text that no output may contain; it is part of every secret below.
    static let word = "hunter2"

    static let secrets = [
        "hunter2", ".hunter2", #"error("hunter2")"#, ".hunter2 | nosuch", "hunter2/{{.id}}.x", "hunter2/hunter2.jsonl", "in.jsonl/hunter2",
        "http://127.0.0.1:1/hunter2?token=hunter2", "hunter2://x", "$hunter2/x", "hunter2.gz", "hunter2.bz2", "hunter2*",
    ]

    // One case after another: a time limit is that of a case, and would count the time in which others run their programs.
    @Test("is in no explanation, no graph, and nothing that is written", .serialized, arguments: secrets)
    func hidden(_ secret: String) async throws { try await Self.check(secret, isInTemplate: false) }

    @Test("is in nothing that is written if a template puts it into a text") func inTemplate() async throws {
        try await Self.check(Self.word, isInTemplate: true)
    }

    private static func check(_ secret: String, isInTemplate: Bool) async throws {
        // One folder for all commands: to find the valid files takes seconds.
        let pipelines = try await SecretPipelines(secret, isInTemplate: isInTemplate)
        try await Self.explain(pipelines, count: secret == Self.word ? pipelines.valid.count : 10)
        // Pipelines with a secret path would all write to the same file.
        var attempts = 0
        let reports = ["--report", "report.json", "--report", "report.html", "--metrics", "metrics.prom"]
        let together = pipelines.valid.filter { !$0.contains("-to-") }
        for files in [together] + pipelines.valid.filter({ !together.contains($0) }).map({ [$0] }) where !files.isEmpty {
            for format in ["text", "json"] {
                _ = try await pipelines.checkedMessages(
                    ["run", "--allow-exec", "--jobs", "1", "--verbose", "--log-format", format, "--trace", "trace.jsonl"] + reports + files)
                let trace = try pipelines.folder.read("trace.jsonl")
                #expect(SecretPipelines.lines(of: trace, with: Self.word) == [], "\(files.prefix(1))")
                for name in reports where !name.hasPrefix("--") {
                    let report = try pipelines.folder.read(name)
                    #expect(SecretPipelines.lines(of: report, with: Self.word) == [], "\(files.prefix(1)): \(name)")
                }
                attempts += SecretPipelines.lines(of: trace, with: #""attempt":3"#).count
            }
        }
        #expect(attempts > 10)
        for path in FileManager.default.enumerator(atPath: pipelines.folder.path)?.compactMap({ $0 as? String }) ?? []
        where path.hasSuffix(".rejects.jsonl") {
            #expect(SecretPipelines.lines(of: try pipelines.folder.read(path), with: Self.word) == [], "\(path)")
        }
    }

    private static func explain(_ pipelines: SecretPipelines, count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for file in pipelines.valid.prefix(count) {
                group.addTask {
                    _ = try await pipelines.checkedMessages(["explain", file])
                    _ = try await pipelines.checkedMessages(["explain", file, "--origin"])
                    for format in ["text", "mermaid", "dot"] {
                        _ = try await pipelines.checkedMessages(["graph", file, "--format", format])
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
