/// Runs a program while a task works with it. The program is gone when the function returns.
///
/// - Parameters:
///   - command: The program.
///   - dialog: What the program is told, and what its answers mean.
///   - body: The work of the task.
/// - Throws: The error of `body`; ``PipelineFailure`` if the process can open no more files.
func withProgram<Dialog: ProgramDialog, Result>(
    _ command: ProgramCommand, _ dialog: Dialog, _ body: (ProgramLoop<Dialog>) async throws -> Result
) async throws -> Result {
    let loop = try ProgramLoop(command, dialog)
    do {
        let result = try await body(loop)
        await loop.close()
        return result
    } catch {
        await loop.close()
        throw error
    }
}

extension ProgramLoop {
    /// Stops the program, and waits until it is gone.
    func close() async {
        stop()
        while !(await events()).isEmpty {}
    }
}
