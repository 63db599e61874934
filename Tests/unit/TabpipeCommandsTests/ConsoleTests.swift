import Foundation
import Pipeline
import Testing

@testable import TabpipeCommands

@Suite("Messages on the console") struct ConsoleTests {
    @Test("hide secrets from the moment on at which a run learns them", arguments: [Console.Format.text, .json])
    func learnedSecrets(_ format: Console.Format) throws {
        let pipe = Pipe()
        let console = Console(environment: [:], messages: pipe.fileHandleForWriting.fileDescriptor)
        console.configure(format: format, isQuiet: false)
        let secrets = LearnedSecrets()
        console.hide(secrets)
        secrets.insert(["access-77"])
        console.error("the server said access-77", help: "access-77?")
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains("the server said ***"))
        #expect(!text.contains("access-77"))
    }
}
