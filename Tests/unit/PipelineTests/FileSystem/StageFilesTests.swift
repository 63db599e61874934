import Foundation
import Pipeline
import TestSupport
import Testing

@Suite("The files of a stage") struct StageFilesTests {
    @Test("end the run if one of them cannot be written, whatever on_error says") func fault() throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "files/a")
        let files = StageFiles(MaskedText(folder.file("files").path))
        try files.open(in: RunContext())
        defer { files.close() }
        let failure = #expect(throws: PipelineFailure.self) { try files.write([1], to: ["a", "b"]) }
        #expect(failure?.concernsAllRecords == true)
        #expect(throws: PipelineFailure.self) { try files.prepare() }
    }
}
