import Stages
import Testing

@testable import Pipeline

@Suite("A preset of parameters") struct ParameterPresetTests {
    /// A pipeline file whose name and source have parameters.
    private static func file(_ parameters: String) -> String {
        #"{"parameters":{\#(parameters)},"name":{"$param":"name"},"source":{"type":"numbers","count":{"$param":"n"}},"#
            + #""sinks":[{"type":"memory"}]}"#
    }

    private static func plan(_ parameters: String, _ set: [String: String], file: String = "p.json") throws -> PipelinePlan {
        let settings = PipelineSettings(parameters: set, environment: ["HOME_TOWN": "Ulm"])
        return try PipelineReader.read(
            text: Array(Self.file(parameters).utf8), file: file, registry: PipelineFileTests.registry, settings: settings)
    }

    struct Example: CustomTestStringConvertible, Sendable {
        let name: String
        var parameters = staging
        var set: [String: String] = [:]
        let found: String
        var explanation: [String] = []
        var testDescription: String { name }

        static let staging =
            #""at":{"default":"here","presets":{"staging":{"name":"s","n":2},"live":{"name":"l"}}},"name":{"default":"d"},"n":{"default":1}"#
    }

    static let examples = [
        Example(name: "that no value selects gives nothing", found: "d 1"),
        Example(name: "that has no such value gives nothing", set: ["at": "stagin"], found: "d 1"),
        Example(
            name: "gives values to other parameters", set: ["at": "staging"], found: "s 2",
            explanation: [#"parameters.at: the preset "staging" gives name, n"#]),
        Example(
            name: "leaves other parameters alone", set: ["at": "live"], found: "l 1",
            explanation: [#"parameters.at: the preset "live" gives name"#]),
        Example(
            name: "gives way to values of the command line", set: ["at": "staging", "n": "7"], found: "s 7",
            explanation: [#"parameters.at: the preset "staging" gives name"#]),
        Example(
            name: "may give nothing that counts", set: ["at": "live", "name": "x"], found: "x 1",
            explanation: [#"parameters.at: the preset "live" gives nothing"#]),
        Example(
            name: "can be that of the default",
            parameters: #""name":{"default":"d"},"n":{"default":1},"at":{"default":"a","presets":{"a":{"n":3}}}"#, found: "d 3",
            explanation: [#"parameters.at: the preset "a" gives n"#]),
        Example(
            name: "can be that of a number, and give a value to a parameter without one",
            parameters: #""n":{"default":4,"presets":{"4":{"name":"four"}}},"name":{}"#, found: "four 4",
            explanation: [#"parameters.n: the preset "4" gives name"#]),
        Example(
            name: "can take values from the environment",
            parameters: #""at":{"default":{"$env":"HOME_TOWN"},"presets":{"Ulm":{"name":{"$env":"HOME_TOWN"}}}},"#
                + #""name":{"default":{"$env":"NO_SUCH"}},"n":{"default":1}"#, found: "*** 1",
            explanation: [#"parameters.at: the preset "Ulm" gives name"#]),
        Example(
            name: "that is not selected needs no values",
            parameters: #""at":{"default":"a","presets":{"b":{"name":{"$env":"NO_SUCH"}}}},"name":{"default":"d"},"n":{"default":1}"#,
            found: "d 1"),
        Example(
            name: "selects no other one, and its parameter does not count with the default it had",
            parameters: #""at":{"default":"a","presets":{"a":{"name":"b"}}},"name":{"default":"d","presets":{"b":{},"d":{"n":9}}},"#
                + #""n":{"default":1}"#, found: "b 1",
            explanation: [#"parameters.at: the preset "a" gives name"#]),
    ]

    @Test("applies by the value of its parameter", arguments: examples) func applies(_ example: Example) throws {
        let plan = try Self.plan(example.parameters, example.set)
        let count = (plan.source?.component as? NumberSource)?.count ?? -1
        #expect("\(plan.name) \(count)" == example.found)
        #expect(plan.declaration.presets == example.explanation)
    }

    @Test("gives paths relative to the pipeline file") func paths() throws {
        let text =
            #"{"parameters":{"at":{"default":"a","presets":{"a":{"r":"x/r.jsonl"}}},"r":{"default":"d.jsonl"}},"#
            + #""rejects":{"$param":"r"},"stages":[]}"#
        let settings = PipelineSettings(needsSourceAndSinks: false)
        let plan = try PipelineReader.read(
            text: Array(text.utf8), file: "folder/p.json", registry: PipelineFileTests.registry, settings: settings)
        #expect(plan.rejects == "folder/x/r.jsonl")
    }

    static let faults: [(parameters: String, message: String)] = [
        (#""at":{"presets":[]}"#, #"parameters.at.presets: expected an object with a preset for each value"#),
        (#""at":{"presets":{"a":7}}"#, "parameters.at.presets.a: expected an object with values of parameters, found a number"),
        (#""at":{"preset":{}}"#, #"parameters.at.preset: a parameter has no "preset"; did you mean "presets"?"#),
        (
            #""at":{"presets":{"a":{"nmae":"x"}}}"#,
            #"parameters.at.presets.a.nmae: no parameter is called "nmae"; did you mean "name"?"#
        ),
        (
            #""at":{"presets":{"a":{"at":"x"}}}"#, "parameters.at.presets.a.at: a preset gives values to other parameters, not to its own"
        ),
        (
            #""at":{"presets":{"a":{"n":"x"}}}"#, #"parameters.at.presets.a.n: expected a number like the default, found a string"#
        ),
        (
            #""at":{"presets":{"a":{"name":null}}}"#, "parameters.at.presets.a.name: expected a string like the default, found null"
        ),
        (#""at":{"presets":{"a":{"free":1}}},"free":{}"#, "parameters.at.presets.a.free: expected a string, found a number"),
        (
            #""at":{"presets":{"a":{"free":{"$evn":"X"}}}},"free":{"default":null}"#,
            #"parameters.at.presets.a.free: no value node is called "$evn"; did you mean "$env"?"#
        ),
        (
            #""at":{"presets":{"a":{"name":"x","name":"y"}}}"#,
            #"parameters.at.presets.a.name: the key "name" stands twice in this object; the first is in line 1"#
        ),
        (
            #""at":{"default":"a","presets":{"a":{"name":"x"}}},"b":{"default":"c","presets":{"c":{"name":"y"}}}"#,
            #"parameters.b.presets.c.name: parameters.at.presets.a.name gives a value to "name", too; give one with --set name=…"#
        ),
        (
            #""at":{"default":"a","presets":{"z":{"b":"c"}}},"b":{"default":"d","presets":{"c":{"name":"y"}}}"#,
            #"parameters.at.presets.z.b: the preset "c" of "b" does not apply through another preset; give values to "name" here"#
        ),
    ]

    @Test("is checked whether it is selected or not", arguments: faults)
    func checks(_ parameters: String, _ message: String) throws {
        let all = parameters + #","name":{"default":"d"},"n":{"default":1}"#
        let error = #expect(throws: PipelineFileError.self) { try Self.plan(all, [:]) }
        let messages = (error?.messages ?? []).map { $0.split(separator: ": ", maxSplits: 1).last.map(String.init) ?? "" }
        #expect(messages.filter { !$0.contains("has no value") } == [message])
    }

    @Test("that has all values of another one may select its parameter's value") func covered() throws {
        let parameters =
            #""at":{"default":"z","presets":{"z":{"b":"c","name":"x"}}},"b":{"default":"d","presets":{"c":{"name":"y"}}},"#
            + #""name":{"default":"d"},"n":{"default":1}"#
        #expect(try Self.plan(parameters, [:]).name == "x")
    }
}
