import Foundation

/// The built program while it runs.
final class RunningProgram {
    private let process = Process()
    private let messages: URL
    private let isOver = DispatchSemaphore(value: 0)

    /// Starts it.
    ///
    /// - Parameters:
    ///   - input: The file that is its standard input.
    ///   - output: Where its standard output goes.
    ///   - folder: Where it runs, and where its messages are collected.
    ///   - environment: What it finds there beside the environment of the tests.
    init(_ arguments: [String], input: String, output: Any, in folder: URL, environment: [String: String] = [:]) throws {
        messages = folder.appendingPathComponent("messages")
        try Data().write(to: messages)
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle(forReadingAtPath: input)
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: messages)
        process.terminationHandler = { [isOver] _ in isOver.signal() }
        try process.run()
    }

    deinit { kill(process.processIdentifier, SIGKILL) }

    /// The number of its process.
    var processIdentifier: Int32 { process.processIdentifier }

    /// What it has said so far.
    var said: String { (try? String(contentsOf: messages, encoding: .utf8)) ?? "" }

    /// Waits until it says something, on this thread: a task that sleeps gets no thread back while other tests wait for their programs.
    func waitUntilItSays(_ text: String) throws {
        while !said.contains(text), process.isRunning { Thread.sleep(forTimeInterval: 0.02) }
    }

    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Waits for the end.
    ///
    /// - Returns: The exit code; nil if it does not come to an end, and has to be killed.
    func code(within seconds: Int) -> Int32? {
        guard isOver.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }
}
