import Testing

@testable import Pipeline
@testable import TabpipeCommands

@Suite("An output of a plan") struct PlannedOutputTests {
    @Test("that is unknown says how a plug-in supports plans") func unknown() {
        let output = PlannedOutput(kind: .unknown, shown: "sinks[0] (ledger)")
        #expect(
            output.line == "sinks[0] (ledger): unknown, because its plug-in does not support plans; an OutputSink does, and other sinks "
                + "say so in their traits")
    }
}
