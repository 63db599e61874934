/// Exit codes that are not failures of a run.
enum ExitCode {
    static let done: Int32 = 0
    static let usage: Int32 = 2
    static let pipelineFileWrong: Int32 = 78
}
