internal import Ground
internal import Synchronization

/// Runs a program on a thread of its own, and carries bytes between the program and its dialog.
///
/// A class, because that thread and a task share it: the task changes the dialog and waits for events.
public final class ProgramLoop<Dialog: ProgramDialog>: Sendable {
    struct State {
        var dialog: Dialog
        var messages: [String] = []
        /// Whether the thread may be blocked in `poll`, so that a byte must wake it.
        var isAsleep = false
        /// Whether the program has to be stopped.
        var isStopping = false
        /// Whether the thread has ended.
        var isOver = false
        var task: CheckedContinuation<Void, Never>?

        var hasEvents: Bool { dialog.hasAnswers || !messages.isEmpty }
    }

    let command: ProgramCommand
    private let state: Mutex<State>
    let wakePipe: WakePipe

    /// Starts the thread. The program is started when the dialog wants it.
    ///
    /// - Throws: ``PipelineFailure`` if the process can open no more files or threads.
    public init(_ command: ProgramCommand, _ dialog: Dialog) throws {
        self.command = command
        state = Mutex(State(dialog: dialog))
        wakePipe = try WakePipe()
        try SystemThread.start { [self] in
            run()
            update { state in
                state.isOver = true
                state.task.take()?.resume()
            }
        }
    }

    /// Changes the dialog, and lets the thread look at it.
    public func tell(_ change: (inout Dialog) -> Void) {
        let isAsleep = state.withLock { state in
            change(&state.dialog)
            resumeTask(&state)
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { wakePipe.wake() }
    }

    /// Waits for events. One task calls this.
    ///
    /// - Returns: The events in their order; none once the program is gone and nothing more will come. If the task is cancelled, the program
    ///   is stopped, and the method returns when it is gone.
    public func events() async -> [ProgramEvent<Dialog.Answer>] {
        await withTaskCancellationHandler {
            while true {
                if let events = takeEvents() { return events }
                await withCheckedContinuation { task in
                    state.withLock { state in
                        state.task = task
                        resumeTask(&state)
                    }
                }
            }
        } onCancel: {
            stop()
        }
    }

    /// Takes the events that are there.
    ///
    /// - Returns: nil if there are none.
    public func pendingEvents() -> [ProgramEvent<Dialog.Answer>]? { takeEvents() }

    /// - Returns: nil if there are no events yet.
    private func takeEvents() -> [ProgramEvent<Dialog.Answer>]? {
        let (events, isAsleep) = state.withLock { state -> ([ProgramEvent<Dialog.Answer>]?, Bool) in
            if state.isStopping { return (state.isOver ? [] : nil, false) }
            guard state.hasEvents || state.isOver else { return (nil, false) }
            let wanted = state.dialog.wantsOutput
            let answers = state.dialog.takeAnswers(at: .now)
            // Messages go first, because an answer may be the last event.
            let events = state.messages.map { ProgramEvent<Dialog.Answer>.message($0) } + answers.map { .answer($0) }
            state.messages = []
            let isAsleep = state.isAsleep && wanted != state.dialog.wantsOutput
            if isAsleep { state.isAsleep = false }
            return (events, isAsleep)
        }
        if isAsleep { wakePipe.wake() }
        return events
    }

    /// Stops the program. ``events()`` returns when it is gone.
    public func stop() {
        state.withLock { $0.isStopping = true }
        wakePipe.wake()
    }

    /// Changes the state on the thread, and resumes the task if there is something for it.
    @discardableResult
    func update<Result>(_ change: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { resumeTask(&state) }
            return change(&state)
        }
    }

    private func resumeTask(_ state: inout State) {
        guard state.isStopping ? state.isOver : state.hasEvents || state.isOver else { return }
        state.task.take()?.resume()
    }
}

/// Runs a program while a task works with it. The program is gone when the function returns.
///
/// - Parameters:
///   - command: The program.
///   - dialog: Decides which bytes the program gets, and interprets its output.
///   - body: The work of the task.
/// - Throws: The error of `body`; ``PipelineFailure`` if the process can open no more files.
public func withProgram<Dialog: ProgramDialog, Result>(
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
    public func close() async {
        stop()
        while !(await events()).isEmpty {}
    }
}
