import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A pipeline file with a common mistake, and the expected message.
struct AdviceExample: CustomTestStringConvertible {
    let name: String
    var file = "p.json"
    var text: String
    var arguments = ["validate"]
    var code: Int32 = 78
    let message: String
    /// A text that the messages lack.
    var absent: String?
    var testDescription: String { name }
}

@Suite("A file as people write it") struct AdviceTests {
    static let sinks = #""sinks":[{"type":"jsonl","to":"-"}]"#

    static func source(_ option: String) -> String { #"{"source":{"type":"json","from":"-",\#(option)},\#(sinks)}"# }
    static func stage(_ stage: String) -> String { #"{"source":{"type":"json","from":"-"},"stages":[\#(stage)],\#(sinks)}"# }
    static func sink(_ sink: String) -> String { #"{"source":{"type":"json","from":"-"},"sinks":[\#(sink)]}"# }

    static let examples = [
        AdviceExample(
            name: "in YAML", file: "p.yaml", text: "source:\n  type: json\n",
            message: "p.yaml:1:1: error: a pipeline file is JSON, and this looks like YAML: expected a value, found \"s\"\n"),
        AdviceExample(
            name: "in YAML by another name", text: "# mine\nname: x\n",
            message: "p.json:1:1: error: a pipeline file is JSON, and this looks like YAML: "),
        AdviceExample(
            name: "in TOML", text: "[source]\ntype = \"json\"\n",
            message: "p.json:1:2: error: a pipeline file is JSON, and this looks like TOML: "),
        AdviceExample(name: "in JSON with a fault", text: "{\"a\" 1}", message: "p.json:1:6: error: expected \":\" after a key"),
        AdviceExample(
            name: "with a token", text: source(#""token":"x""#),
            message: #"= help: credentials are in "auth": { "type": "bearer", "token": { "$env": "TOKEN" } }; tabpipe describe http lists"#),
        AdviceExample(
            name: "with paging of a document", text: source(#""paging":{}"#),
            message: "= help: the source \"http\" reads an API page by page; this one reads single documents\n"),
        AdviceExample(
            name: "with a limit in the source", text: source(#""limit":1"#), message: "= help: --limit N makes the run read fewer records"),
        AdviceExample(
            name: "with url", text: #"{"source":{"type":"json","url":"x"},\#(sinks)}"#,
            message: "= help: the option \"from\" names files and URLs; the source \"http\" reads an API page by page\n"),
        AdviceExample(
            name: "with url in lines", text: #"{"source":{"type":"lines","url":"x"},\#(sinks)}"#,
            message: "error: the source \"lines\" has no option \"url\"\n"),
        AdviceExample(
            name: "with url in lines, which is from", text: #"{"source":{"type":"lines","url":"x"},\#(sinks)}"#,
            message: "= help: the option \"from\" names files and URLs; the source \"http\" reads an API page by page\n"),
        AdviceExample(
            name: "with url in files", text: #"{"source":{"type":"files","url":"x"},\#(sinks)}"#,
            message: "= help: the option \"match\" names files by a pattern, or URLs\n"),
        AdviceExample(
            name: "with from in files", text: #"{"source":{"type":"files","from":"x"},\#(sinks)}"#,
            message: "= help: the option \"match\" names files by a pattern, or URLs\n"),
    ]

    /// Options that users of other programs give an API, and the beginning of the advice.
    static let api = [
        ("from", #"the option "url" is the address"#), ("pagination", #""paging": { "type": "cursor", … }"#),
        ("per_page", #"query items are in "query""#), ("limit", #"a query item of this name is in "query": { "limit": 100 }; --limit N"#),
        ("bearer", #"credentials are in "auth""#), ("Token", #"credentials are in "auth""#), ("form", #""body": { "json": … }"#),
        ("timeout", #"times in seconds are in "timeouts""#), ("max_retries", #"failed requests are repeated by "retry""#),
        ("requests_per_minute", #"requests are limited by "rate""#), ("max_pages", #"this belongs into "limits""#),
        ("verify_ssl", "certificates are always verified"), ("proxy", "the variables https_proxy"),
        ("partition_router", #""for_each": [ "acme", … ] makes the requests for each value"#),
        ("on_status", #""responses": [ { "status": 404"#), ("offline", #"responses are kept by "cache""#),
        ("primary_key", #"the jq program "id""#), ("root", #"the jq program "items""#), ("since", #""incremental": { "cursor""#),
        ("data", #""body": { "json": … }"#), ("min_records", #""min_records" stands at the top"#),
        ("allow_hosts", #""allow_hosts" stands in the "paging""#),
    ].map { option, advice in
        AdviceExample(
            name: "for an API with \(option)",
            text: #"{"source":{"type":"http","url":"https://example.org/","items":".[]","\#(option)":1},\#(sinks)}"#,
            message: "= help: \(advice)")
    }

    /// Options of an API in a form that other programs have, and the advice.
    static let forms = [
        (#""paging":"cursor""#, #"write { "type": "cursor", "at": … }"#), (#""auth":"bearer""#, #"write { "type": "bearer", "token": … }"#),
        (#""cache":"dir""#, #"write { "folder": … }"#), (#""auth":{"type":"bearer","token":{"env":"X"}}"#, #"write { "$env": … }"#),
        (#""headers":["Accept: a/b"]"#, #"write { "NAME": "value", … }"#), (#""query":{"a":{"param":"x"}}"#, #"write { "$param": … }"#),
        (#""paging":{"type":"page","per_page":9}"#, #""page", "offset" and "keyset" have "size": 100"#),
        (#""incremental":{"cursor":".at","state":"x"}"#, #""state" stands beside "incremental", in the source"#),
        (#""paging":{"type":"cursor","at":".c","limit":9}"#, #""page", "offset" and "keyset" have "size": 100"#),
        (#""retry":5"#, #"write { "max_attempts": 5 }"#), (#""auth":"Bearer x""#, #"write { "type": "bearer", "token": … }"#),
        (#""method":"POST","body":{"query":"{ a }"}"#, #"write { "json": { "query": … } }"#),
    ].map { option, advice in
        AdviceExample(
            name: "for an API with \(option)",
            text: #"{"source":{"type":"http","url":"https://example.org/","items":".[]",\#(option)},\#(sinks)}"#,
            message: "= help: \(advice)")
    }

    @Test("that sends a variable of the shell in a header gets a warning about it, and none about a secret") func variable() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"http","url":"https://example.org/","items":".[]","headers":{"Authorization":"Bearer $API_TOKEN"}},"#
                + "\(Self.sinks)}", to: "p.json")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(
            outcome.messages.contains(
                #"this text stays as it is; { "$env": "API_TOKEN" } takes a whole text from the environment, and "auth": { "#),
            "\(outcome.messages)")
        #expect(!outcome.messages.contains("stands in the file itself"), "\(outcome.messages)")
    }

    static let steps = [
        AdviceExample(
            name: "with an empty program", text: stage(#"{"type":"filter","where":" "}"#),
            message: #"error: the program is empty; "." gives the whole value"#),
        AdviceExample(
            name: "with an object where map has a program", text: stage(#"{"type":"map","to":{"id":".id","b":".c"}}"#),
            message: #"= help: a jq program is a text: "{id: .id, …}""#),
        AdviceExample(
            name: "with names where front matter has a program",
            text: sink(#"{"type":"markdown","to":"a/{{.id}}.md","front_matter":["title","date"]}"#),
            message: #"= help: a list holds the lines of one program; "{title, date}" is an object with these fields"#),
        AdviceExample(
            name: "with a comma behind the last member", text: #"{"source":{"type":"json","from":"-",},\#(sinks)}"#,
            message: "= help: remove the comma behind the last member\n"),
        AdviceExample(
            name: "with a comma behind the last element", text: stage(#"{"type":"limit","count":1},"#),
            message: "= help: remove the comma behind the last element\n"),
        AdviceExample(
            name: "with one path for many files", text: sink(#"{"type":"markdown","to":"a/b.md"}"#), code: 0,
            message: "sinks[0].to: the path has no {{ … }}, so that all records get the same path"),
        AdviceExample(
            name: "with one path where a list may be", text: stage(#"{"type":"remove","fields":".id"}"#), code: 0, message: "p.json: ok"),
        AdviceExample(
            name: "with a second fault that follows from the first", text: stage(#"{"type":"assets","html":1,"folder":"a"}"#),
            message: #"error: "link_as" is missing"#, absent: "all files would have one address"),
        AdviceExample(
            name: "for peek with --limit", text: "{}", arguments: ["peek", "p.json", "--limit", "3"], code: 2,
            message: "error: unknown option \"--limit\"; --count N shows N records\n"),
        AdviceExample(
            name: "for graph with --mermaid", text: "{}", arguments: ["graph", "p.json", "--mermaid"], code: 2,
            message: "error: unknown option \"--mermaid\"; --format mermaid|dot|text chooses the form\n"),
        AdviceExample(
            name: "for list with --json", text: "{}", arguments: ["list", "--json"], code: 2,
            message:
                "error: unknown option \"--json\"; tabpipe schema prints all steps as JSON Schema, and --log-format json the messages of a run\n"
        ),
        AdviceExample(
            name: "with a parameter that lacks --set", text: "{}", arguments: ["validate", "cache=offline"], code: 2,
            message: "error: no file is called \"cache=offline\"; --set cache=offline sets a parameter"),
        AdviceExample(
            name: "with retry at the top", text: #"{"source":{"type":"json","from":"-"},"retry":{},\#(sinks)}"#,
            message: "= help: this is an option of the source: "),
        AdviceExample(
            name: "with max_pages in the limits of the file",
            text: #"{"source":{"type":"json","from":"-"},"limits":{"max_pages":1},\#(sinks)}"#,
            message: "= help: this limit belongs into \"limits\" of the source \"http\"\n"),
        AdviceExample(
            name: "with append in a sink", text: sink(#"{"type":"jsonl","to":"x","append":true}"#),
            message: #"= help: the sinks "jsonl" and "csv" have "mode": replace, append or merge"#),
        AdviceExample(
            name: "with a sink called ndjson", text: sink(#"{"type":"ndjson","to":"x"}"#),
            message: #"no sink is called "ndjson"; did you mean "jsonl"?"#),
        AdviceExample(
            name: "with a sink called md", text: sink(#"{"type":"md","to":"x"}"#),
            message: #"no sink is called "md"; did you mean "markdown"?"#),
        AdviceExample(
            name: "with a stage called jq", text: stage(#"{"type":"jq"}"#), message: #"no stage is called "jq"; did you mean "map"?"#),
        AdviceExample(
            name: "with a stage called unnest", text: stage(#"{"type":"unnest"}"#),
            message: #"no stage is called "unnest"; did you mean "explode"?"#),
        AdviceExample(
            name: "with a stage called group_by", text: stage(#"{"type":"group_by"}"#),
            message: #"no stage is called "group_by"; did you mean "group"?"#),
        AdviceExample(
            name: "with a source called rest", text: #"{"source":{"type":"rest"},\#(sinks)}"#,
            message: #"no source is called "rest"; did you mean "http"?"#),
        AdviceExample(
            name: "with a key beside a wrong mode", text: sink(#"{"type":"jsonl","to":"x","mode":"upsert","key":".id"}"#),
            message: #"expected one of "replace", "append", "merge", found "upsert""#, absent: "has a key"),
        AdviceExample(
            name: "with path in a sink", text: sink(#"{"type":"jsonl","path":"x"}"#),
            message: "= help: the option \"to\" names where a sink writes\n"),
        AdviceExample(
            name: "with output at the top", text: #"{"source":{"type":"json","from":"-"},"output":1}"#,
            message: "= help: the list \"sinks\" says where records go\n"),
        AdviceExample(
            name: "with filter at the top", text: #"{"source":{"type":"json","from":"-"},"filter":1,\#(sinks)}"#,
            message: "= help: this is a stage: "),
        AdviceExample(
            name: "with a condition", text: stage(#"{"type":"filter","condition":"."}"#),
            message: "= help: the option \"where\" holds the jq program of this stage\n"),
        AdviceExample(
            name: "with stages only", text: #"{"stages":[]}"#,
            message:
                "= help: tabpipe list sources; `tabpipe pipe` runs a file that has stages alone, and `tabpipe validate --stages-only` checks it\n"
        ),
        AdviceExample(
            name: "with an output that is a folder", text: sink(#"{"type":"jsonl","to":"folder"}"#),
            message: "p.json:1:68: error: folder cannot be written: it is a folder\n"),
        AdviceExample(
            name: "with an output below a file", text: sink(#"{"type":"markdown","to":"file/{{.id}}.md"}"#),
            message: "p.json:1:71: error: file/{{.id}}.md cannot be written: no folder is there\n"),
        AdviceExample(
            name: "with a compressed output", text: sink(#"{"type":"jsonl","to":"x.jsonl.bz2"}"#),
            message:
                #"p.json:1:68: error: expected a path as a string, found "x.jsonl.bz2": this name promises a file compressed with bzip2"#
        ),
        AdviceExample(
            name: "with an archive as output", text: sink(#"{"type":"jsonl","to":"x.tar.gz"}"#),
            message: #"found "x.tar.gz": this name promises an archive, and an output is one file"#),
        AdviceExample(
            name: "with an archive as input", text: #"{"source":{"type":"lines","from":"x.tgz"},\#(sinks)}"#,
            message: #"a file of that name is an archive; tar -xOf FILE | tabpipe … reads the files in it from "-""#),
        AdviceExample(
            name: "with compressed pages", text: sink(#"{"type":"markdown","to":"x/{{.id}}.md.zst"}"#),
            message: #": this name promises a file compressed with zstd"#),
        AdviceExample(
            name: "with a compressed input", text: #"{"source":{"type":"json","from":"in.jsonl.xz"},\#(sinks)}"#,
            message: #"found "in.jsonl.xz": a file of that name is compressed with xz, which is not read yet; xz -dc FILE | tabpipe"#),
    ]

    @Test("is answered with what was meant", arguments: examples + api + forms + steps) func answers(_ example: AdviceExample) async throws
    {
        let folder = try ScratchFolder()
        try folder.write("", to: "folder/x")
        try folder.write("", to: "file")
        try folder.write(example.text, to: example.file)
        let outcome = try await Program.run(example.arguments + [example.file], in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
        if let absent = example.absent { #expect(!outcome.messages.contains(absent), "\(outcome.messages)") }
    }

    /// The first bytes of compressed files that are not read, and the names of their formats.
    static let compressed: [([UInt8], String)] = [
        (Array("BZh91AY&SY".utf8), "bzip2"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "xz"), ([0x50, 0x4B, 3, 4, 20], "zip"),
    ]

    @Test("reads no input in other formats, whatever its name is", arguments: compressed, ["json", "lines", "files"])
    func compressedInput(_ example: ([UInt8], String), _ type: String) async throws {
        let folder = try ScratchFolder()
        try Data(example.0).write(to: folder.file("in.jsonl"))
        let option = type == "files" ? "match" : "from"
        try folder.write(#"{"source":{"type":"\#(type)","\#(option)":"in.jsonl"},\#(Self.sinks)}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 65)
        #expect(
            outcome.messages.hasPrefix("error: in.jsonl is compressed with \(example.1), which is not read yet; "), "\(outcome.messages)")
    }

    @Test("takes text that begins like a compressed file for text") func notCompressed() async throws {
        let folder = try ScratchFolder()
        try folder.write("BZh\nPK\n", to: "in.txt")
        try folder.write(#"{"source":{"type":"lines","from":"in.txt"},\#(Self.sinks)}"#, to: "p.json")
        #expect(try await Program.run(["run", "p.json", "-q"], in: folder.url).code == 0)
    }
}
