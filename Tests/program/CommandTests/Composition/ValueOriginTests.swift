import ProgramSupport
import TestSupport
import Testing

@Suite("explain --origin") struct ValueOriginTests {
    private static let pipeline = """
        {
          "parameters": {
            "from": { "default": "items.json" },
            "mode": { "default": "test", "presets": { "test": { "least": 5 } } },
            "least": { "default": 1 },
            "field": { "default": { "$env": "FIELD" } },
            "tags": { "default": ["a", "b"] }
          },
          "source": { "type": "json", "from": { "$param": "from" }, "items": { "$file": "items.jq" } },
          "stages": [
            { "type": "filter", "where": [".n > $least", "and true"] },
            { "use": "lib/part.json", "with": { "field": { "$param": "field" } } },
            { "type": "select", "fields": { "$param": "tags" } }
          ],
          "sinks": [ { "type": "jsonl", "to": "-" } ]
        }
        """

    @Test("says where each value came from, with secrets masked") func table() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline, to: "p.json")
        try folder.write(".[]\n", to: "items.jq")
        try folder.write(
            """
            { "parameters": { "field": {}, "by": { "default": ".id" } },
              "stages": [ { "type": "remove", "fields": [{ "$param": "field" }] },
                          { "type": "sort", "by": { "$param": "by" } } ] }
            """, to: "lib/part.json")
        let outcome = try await Program.run(
            ["explain", "p.json", "--origin", "--set", "from=other.json"], in: folder.url, environment: ["FIELD": "hidden-field"])
        let expected = """
            parameters.from = "other.json"                    --set
            parameters.mode = "test"                          default p.json:4:26
            parameters.least = 5                              preset p.json:4:66
            parameters.field = "***"                          default p.json:6:27, $env.FIELD
            parameters.tags = ["a","b"]                       default p.json:7:26
            name = "p"                                        default
            min_records = 0                                   default
            source.type = "json"                              p.json:9:23
            source.from = "other.json"                        p.json:9:39, parameter from, --set
            source.items = "***"                              p.json:9:70, $file.items.jq
            source.max_depth = 512                            default
            source.max_record_bytes = 67108864                default
            source.duplicate_keys = "error"                   default
            source.on_bad_line = "fail"                       default
            stages[0].type = "filter"                         p.json:11:15
            stages[0].where[0] = ".n > $least"                p.json:11:35
            stages[0].where[1] = "and true"                   p.json:11:50
            stages[0].on_error = "reject"                     default
            stages[1].use = "lib/part.json"                   p.json:12:14
            stages[1].with.field = "***"                      with p.json:12:50, parameter field, default p.json:6:27, $env.FIELD
            stages[1].with.by = ".id"                         default lib/part.json:1:51
            stages[1].stages[0].type = "remove"               lib/part.json:2:25
            stages[1].stages[0].fields[0] = "***"             lib/part.json:2:46, parameter field, \
            with p.json:12:50, parameter field, default p.json:6:27, $env.FIELD
            stages[1].stages[0].on_error = "reject"           default
            stages[1].stages[1].type = "sort"                 lib/part.json:3:25
            stages[1].stages[1].by = ".id"                    lib/part.json:3:39, parameter by, default lib/part.json:1:51
            stages[1].stages[1].order = "ascending"           default
            stages[1].stages[1].max_memory_bytes = 67108864   default
            stages[1].stages[1].on_error = "reject"           default
            stages[1].stages[1].scope = "all"                 default
            stages[2].type = "select"                         p.json:13:15
            stages[2].fields[0] = "a"                         p.json:13:35, parameter tags, default p.json:7:26
            stages[2].fields[1] = "b"                         p.json:13:35, parameter tags, default p.json:7:26
            stages[2].on_error = "reject"                     default
            sinks[0].type = "jsonl"                           p.json:15:24
            sinks[0].to = "-"                                 p.json:15:39
            sinks[0].mode = "replace"                         default
            sinks[0].on_error = "reject"                      default

            """
        #expect(outcome.output == expected)
        #expect(outcome.code == 0)
        #expect(outcome.messages.isEmpty)
        #expect(!outcome.output.contains("hidden"))
    }

    @Test(
        "masks a parameter that is a secret",
        arguments: [
            (#"{"default":""}"#, ["--set", "tok=SetSecretTok55"], "--set"),
            (#"{"default":{"$env":"TOKEN"}}"#, ["--set", "tok=SetSecretTok55"], "--set"),
            (#"{"default":"SetSecretTok55"}"#, [], "default p.json:1:32"),
        ])
    func secretParameter(_ declaration: String, _ options: [String], _ origin: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"tok":\#(declaration)},"source":{"type":"http","url":"http://127.0.0.1:1/","items":".[]","#
                + #""auth":{"type":"bearer","token":{"$param":"tok"}}},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        for command in [["explain", "p.json", "--origin"], ["explain", "p.json"]] {
            let outcome = try await Program.run(command + options, in: folder.url, environment: ["TOKEN": "x"])
            #expect(outcome.code == 0, "\(outcome.messages)")
            #expect(!outcome.output.contains("SetSecret"), "\(outcome.output)")
            if command.count == 3 { #expect(outcome.output.contains(#/parameters\.tok = "\*\*\*" +/#), "\(outcome.output)") }
        }
    }
}
