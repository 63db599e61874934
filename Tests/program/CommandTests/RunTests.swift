import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe run") struct RunTests {
    @Test("writes the case studies of the samples, and touches nothing the second time") func caseStudies() async throws {
        let folder = try ScratchFolder()
        let arguments = ["run", "pipelines/case-studies.json", "--set", "to=\(folder.path)/out/{{.slug}}.md"]
        let first = try await Program.run(arguments)
        #expect(first.code == 0)
        #expect(first.output == "")
        #expect(
            first.messages.withoutTimes == """
                markdown: \(folder.path)/out: 7 files written, 0 unchanged
                case-studies: read 6 = written 6 + filtered 0 + rejected 0

                """)
        #expect(
            try folder.names("out") == [
                "1-harbour-ferries.md", "2-books-without-a-building.md", "3-nordlicht-kuche.md", "4-gridworks.md", "5-studio-ampersand.md",
                "6-meadow-sons.md", "README.md",
            ])
        let file = folder.file("out/1-harbour-ferries.md").path
        let before = try FileManager.default.attributesOfItem(atPath: file)
        let second = try await Program.run(arguments)
        #expect(second.messages.contains("0 files written, 7 unchanged"))
        let after = try FileManager.default.attributesOfItem(atPath: file)
        #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
        #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    }

    @Test("sets a study aside that lacks what it needs, and says what and where") func rejects() async throws {
        let folder = try ScratchFolder()
        let input = try folder.write(
            #"{"case_studies":[{"id":8,"client":"X","hero_image":"h.png","sections":[{"title":null,"body_elements":[]}]},"#
                + #"{"id":9,"client":null,"teaser":"T","title":"A","hero_image":"https://https://x/h.png","sections":[]},"#
                + #"{"id":10,"client":"C","teaser":"T","title":"A","hero_image":"h","sections":[{"title":3,"body_elements":[]}]}]}"#,
            to: "in.json")
        let outcome = try await Program.run([
            "run", "pipelines/case-studies.json", "--set", "from=\(input)", "--set", "to=\(folder.path)/out/{{.slug}}.md", "--jobs",
            "1",
        ])
        #expect(outcome.code == 1)
        #expect(
            outcome.messages.withoutTimes == """
                warning: \(input), item 2: .hero_image: the image address has its scheme twice, and becomes https://x/h.png
                warning: \(input), item 1: rejected by case_study: a case study needs .title and .teaser, which this one lacks
                warning: \(input), item 3: rejected by case_study: .sections[0].title: expected a string, found a number
                warning: sinks[0].front_matter: no record had any of the fields "app_store_url", "is_enterprise", "vertical"
                markdown: \(folder.path)/out: 2 files written, 0 unchanged
                rejected records are in \(folder.path)/out.rejects.jsonl
                case-studies: read 3 = written 1 + filtered 0 + rejected 2

                """)
        let rejects = try folder.read("out.rejects.jsonl").split(separator: "\n")
        #expect(rejects.count == 2)
        #expect(rejects.first?.contains(#""record":{"id":8,"client":"X","hero_image":"h.png""#) ?? false)
    }

    @Test("splits threads into messages, in order and otherwise as they came") func threads() async throws {
        let outcome = try await Program.run(["run", "pipelines/threads.json", "--set", "to=-", "--quiet"])
        #expect(outcome.code == 0)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.count == 7)
        #expect(lines[3].contains(#""index":3,"id":"msg_4""#))
        #expect(lines[2].hasSuffix(#""content_loaded":false}"#))
    }

    @Test("composes a pipeline with several sinks") func custom() async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run([
            "run", "pipelines/custom.json", "--set", "json=\(folder.path)/a.json", "--set", "csv=\(folder.path)/a.csv",
        ])
        #expect(
            outcome.messages.withoutTimes == """
                json: \(folder.path)/a.json: 3 records written
                csv: \(folder.path)/a.csv: 3 records written
                custom: read 6 = written 3 + filtered 3 + rejected 0

                """)
        #expect(
            try folder.read("a.csv")
                == "id,title,client,sector,images\r\n1,\"Every Crossing, on Time\",Harbour Ferries,Transport,3\r\n"
                + "3,Größer kochen: “à la carte” für 2.000 Gäste,Nordlicht Küche,Retail,2\r\n4,\"Meters, Counted\",Gridworks,Utilities,0\r\n"
        )
    }

    @Test("makes text and Markdown of messages") func training() async throws {
        let outcome = try await Program.run(["run", "pipelines/messages-for-training.json", "--set", "to=-", "--quiet"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(#""markdown":"Hello,\n\nthe lamp that came is **green**."#))
        #expect(!outcome.output.contains("color: red"))
        let plain = try #require(outcome.output.split(separator: "\n").first { $0.contains("Some questions") })
        let text = #"""
            "text":"Some questions before we pay, Otto:\n\n- is <otto@example.net> the address for receipts?\n- does \#
            https://pay.example.org/?draft=1&total=a_b_c show *your* total?\n  It says 1 < 2.\n\nThe form needs this line:\n\n    \#
            <input name=\"iban\">"
            """#
        #expect(plain.contains(text))
        let markdown = #"""
            "markdown":"Some questions before we pay, Otto:\n\n\\- is \\<otto@example.net> the address for receipts?\\\n\\- does \#
            <https://pay.example.org/?draft=1&total=a_b_c> show \\*your\\* total?\\\nIt says 1 < 2.\n\nThe form needs this line:\n\n\#
            \\<input name=\"iban\">\n"
            """#
        #expect(plain.contains(markdown))
        #expect(plain.hasPrefix(#"{"thread":"cnv_2","id":"msg_7","#))
    }

    @Test("delivers what came before a fault, and says where the fault is") func fault() async throws {
        let folder = try ScratchFolder()
        let input = try folder.write(#"{"conversations":[{"messages":[{"id":1},{"id":2}]},{"messages":[{"id":"#, to: "in.json")
        let outcome = try await Program.run(["run", "pipelines/threads.json", "--set", "from=\(input)", "--set", "to=-"])
        #expect(outcome.code == 65)
        #expect(outcome.output == "{\"index\":0,\"id\":1}\n{\"index\":1,\"id\":2}\n")
        #expect(
            outcome.messages.withoutTimes == """
                error: \(input): line 1, byte 70: the text ends where a value was expected
                threads: read 1 + made 1 = written 2 + filtered 0 + rejected 0

                """)
    }

    @Test("keeps the old file when a run fails") func oldFileStays() async throws {
        let folder = try ScratchFolder()
        let output = try folder.write("old\n", to: "out.jsonl")
        let input = try folder.write(#"{"conversations":[{"messages":[]},"#, to: "in.json")
        let outcome = try await Program.run(["run", "pipelines/threads.json", "--set", "from=\(input)", "--set", "to=\(output)"])
        #expect(outcome.code == 65)
        #expect(try folder.read("out.jsonl") == "old\n")
        #expect(try folder.names() == ["in.json", "out.jsonl"])
    }

    @Test("refuses a path that leads out of the folder, and a path that is taken") func paths() async throws {
        let folder = try ScratchFolder()
        let input = try folder.write(
            #"{"p":"../x","html":"a"}{"p":"a","html":"b"}{"p":"a","html":"c"}{"p":null,"html":"d"}"#, to: "in.json")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"markdown","to":"out/{{.p}}.md"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", file, "--jobs", "1"])
        #expect(outcome.code == 1)
        #expect(
            outcome.messages.withoutTimes == """
                warning: \(input), item 1: rejected by markdown: the path "../x.md" leads out of the output folder
                warning: \(input), item 3: rejected by markdown: the path "a.md" is taken by an earlier record, item 2; "on_clash": "number" numbers such paths
                warning: \(input), item 4: rejected by markdown: {{.p}} gives null or nothing, and the text needs a value
                markdown: \(folder.path)/out: 1 file written, 0 unchanged
                rejected records are in \(folder.path)/out.rejects.jsonl
                p: read 4 = written 1 + filtered 0 + rejected 3

                """)
        #expect(try folder.names() == ["in.json", "out", "out.rejects.jsonl", "p.json"])
    }

    @Test("refuses names that cannot be seen, and replaces characters that steer a terminal") func invisibleNames() async throws {
        let folder = try ScratchFolder()
        let input = try folder.write(
            #"{"p":"","html":"a"}{"p":"a\nb","html":"b"}{"p":"d/","html":"c"}{"p":"ok","html":"d"}"#, to: "in.json")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"markdown","to":"out/{{.p}}.md"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", file, "--jobs", "1"])
        #expect(outcome.code == 1)
        let warnings = [1, 3].map { (item: Int) -> String in
            "warning: \(input), item \(item): rejected by markdown: the file name \".md\" has nothing in front of its dot"
        }
        #expect(outcome.messages.split(separator: "\n").prefix(2).map(String.init) == warnings)
        #expect(try folder.names("out") == ["a-b.md", "ok.md"])
    }

    @Test(
        "refuses paths that no output can have",
        arguments: [
            (#"{"type":"jsonl","to":""}"#, #"expected a path as a string, found "": the path is empty"#),
            (#"{"type":"csv","to":"out/"}"#, #"expected a path as a string, found "out/": this is the path of a folder"#),
            (
                #"{"type":"csv","to":"out/{{.id}}/"}"#,
                #"expected a path as a string, perhaps with {{ … }}, found "out/{{.id}}/": this is the path of a folder"#
            ),
            (#"{"type":"json","to":"o/{{}}.json"}"#, "{{ }} holds no jq program"),
            (#"{"type":"markdown","to":""}"#, #"expected a string, perhaps with {{ … }}, found "": the path is empty"#),
            (#"{"type":"markdown","to":"o/{{}}.md"}"#, "{{ }} holds no jq program"),
            (
                #"{"type":"jsonl","to":"~/x.jsonl"}"#,
                #"expected a path as a string, found "~/x.jsonl": only a shell knows what "~" means; write the folder in full"#
            ),
        ])
    func outputs(_ sink: String, _ message: String) async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(#"{"source":{"type":"json","from":"-"},"sinks":[\#(sink)]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", file])
        #expect(outcome.code == 78)
        #expect(outcome.messages.split(separator: "\n").first?.hasSuffix(": error: \(message)") ?? false, "\(outcome.messages)")
    }

    @Test("notices a filter that asks for a field which no record has") func wrongField() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"filter","where":".is_entreprise"}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["run", file], input: #"{"is_enterprise":true}{"is_enterprise":false}"#)
        #expect(
            outcome.messages.withoutTimes == """
                warning: stages[0].where: no record had a field "is_entreprise"; did you mean "is_enterprise"?
                p: read 2 = written 0 + filtered 2 + rejected 0

                """)
    }

    @Test("reads and does not write with --dry-run") func dryRun() async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["run", "pipelines/threads.json", "--set", "to=\(folder.path)/x.jsonl", "--dry-run"])
        #expect(outcome.code == 0)
        #expect(try folder.names() == [])
        #expect(outcome.messages.contains("(dry run)"))
    }

    @Test("says which input is missing") func missing() async throws {
        let outcome = try await Program.run(["run", "pipelines/threads.json", "--set", "from=/no/such/file.json", "--set", "to=-"])
        #expect(outcome.code == 66)
        #expect(outcome.messages.hasPrefix("error: cannot open /no/such/file.json: No such file or directory\n  = at "))
        #expect(try await Program.run(["run", "no-such-pipeline.json"]).code == 66)
    }
}
