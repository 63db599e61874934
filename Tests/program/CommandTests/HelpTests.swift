import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Help") struct HelpTests {
    @Test("of every command has an example") func examples() async throws {
        let commands = try await Program.run(["--help"]).output.matches(of: #/(?m)^  ([a-z]+)  /#).map { String($0.output.1) }
        #expect(commands.count >= 12)
        for command in commands {
            let help = try await Program.run([command, "--help"])
            #expect(help.code == 0)
            #expect(help.output.contains("\nexamples:\n  "), "\(command)")
            #expect(help.output.contains("  tabpipe \(command)") || help.output.contains("| tabpipe \(command)") || command == "completion")
        }
    }

    @Test("groups the commands, each group in the order of use") func groups() async throws {
        let help = try await Program.run(["--help"]).output
        let groups = help.components(separatedBy: "\n\n").filter { $0.contains(":\n  ") }.map { group -> [Substring] in
            let lines = group.split(separator: "\n")
            return [lines[0]] + lines.dropFirst().compactMap { $0.split(separator: " ").first }
        }
        #expect(
            groups == [
                ["make a pipeline file:", "new", "infer"], ["look at what it does:", "plan", "peek", "preview", "explain", "graph"],
                ["prove that it is right:", "test", "validate", "check"], ["run:", "run", "pipe", "collect", "query", "convert"],
                ["learn:", "list", "describe", "schema", "completion", "manual", "help"], ["options:", "-h,", "-V,"],
            ])
    }

    @Test("names the short options") func letters() async throws {
        let help = try await Program.run(["run", "--help"]).output
        for line in ["  -n, --limit N", "  -q, --quiet", "  -v, --verbose"] { #expect(help.contains(line), "\(line)") }
        #expect(try await Program.run(["-V"]) == Program.run(["--version"]))
    }

    @Test("lists the parameters of a file", arguments: [["run", "p.json", "--help"], ["run", "--help", "p.json"]])
    func parameters(_ arguments: [String]) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"from":{"default":"a.json","help":"The input.","presets":{"b.json":{"to":"b"},"c":{}}},"#
                + #""token":{"default":{"$env":"NO_SUCH"}},"to":{}}}"#,
            to: "p.json")
        let help = try await Program.run(arguments, in: folder.url).output
        #expect(
            help.hasSuffix(
                """

                parameters of p.json:
                  --set from=…   The input. (default "a.json"; presets: b.json, c)
                  --set token=…  (required)
                  --set to=…     (required)

                """), "\(help)")
    }

    @Test("says of a file that is none what tells why") func broken() async throws {
        let outcome = try await Program.run(["run", "no.json", "-h"])
        #expect(outcome.code == 0)
        #expect(outcome.output.hasSuffix("\nno.json cannot be read: tabpipe validate no.json\n"))
    }

    @Test("takes letters together, and a value behind its letter") func together() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[]}"#, to: "p.json")
        for arguments in [["-qn2"], ["-q", "-n", "2"], ["-n=2", "-q"]] {
            let outcome = try await Program.run(["pipe", "p.json"] + arguments, input: "1\n2\n3\n", in: folder.url)
            #expect(outcome == .init(code: 0, output: "1\n2\n", messages: ""), "\(arguments)")
        }
    }
}
