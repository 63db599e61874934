#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

extension ProgramLoop {
    /// The work of the thread: waits until the dialog wants the program, runs it, and does that again.
    func run() {
        // Writing to a program that reads no longer is an error, and must not end this process.
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGPIPE)
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            switch nextAction() {
            case .end: return
            case .wait: wait(for: [wakePipe.readingEnd: .in], until: nil)
            case .start:
                do {
                    let process = try ProgramProcess(command)
                    update { $0.dialog.started(at: .now) }
                    var session = ProgramSession(process, Dialog.Reader(limit: command.outputLimit))
                    converse(&session)
                } catch {
                    update { $0.dialog.cannotStart(because: "\(error)") }
                }
            }
        }
    }

    /// What the thread does while no program runs: starts one, waits for a change of the dialog's state, or ends.
    private enum LoopAction { case start, wait, end }

    private func nextAction() -> LoopAction {
        wakePipe.clear()
        return update { state in
            if state.isStopping || state.dialog.isOver { return .end }
            if state.dialog.wantsProgram { return .start }
            state.isAsleep = true
            return .wait
        }
    }

    /// Carries bytes until the program has ended.
    private func converse(_ session: inout ProgramSession<Dialog.Reader>) {
        while !session.isOver {
            let deadline = prepare(&session)
            let start = ContinuousClock.now
            let ready = wait(for: session.descriptors(wake: wakePipe.readingEnd), until: deadline)
            update { $0.isAsleep = false }
            if ready.isEmpty { session.noteSilence(since: start) }
            if ready.contains(wakePipe.readingEnd) { wakePipe.clear() }
            if ready.contains(session.process.input) { send(&session) }
            if ready.contains(session.process.output) { receive(&session) }
            if ready.contains(session.process.errors) {
                let messages = session.readErrors()
                if !messages.isEmpty { update { $0.messages += messages } }
            }
            if ready.contains(session.process.status) { session.takeStatus() }
        }
        let messages = session.lastMessages()
        // A crash may have cut the last piece, so that it looks like another answer.
        let pieces = session.finalEnd?.isSuccess == true ? session.reader.feed([]) : []
        update { state in
            state.messages += messages
            if !session.isStopped { state.dialog.receive(pieces, at: .now) }
            if let end = session.finalEnd { state.dialog.ended(end) }
        }
    }

    /// Decides what to do before the next wait.
    ///
    /// - Returns: The time at which the wait ends at the latest.
    private func prepare(_ session: inout ProgramSession<Dialog.Reader>) -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        var endsInput = false
        var stop: (reason: String, mayEndInput: Bool)?
        var deadline: ContinuousClock.Instant?
        update { state in
            session.wantsOutput = state.dialog.wantsOutput
            if state.isStopping || state.dialog.isOver {
                stop = ("was stopped", state.dialog.mayEndEarly)
            } else if session.end == nil {
                if let (time, reason) = state.dialog.deadline, time <= now, state.dialog.timeIsUp(because: reason, at: now) {
                    stop = (reason, false)
                } else {
                    if session.canSend, let bytes = state.dialog.takeInput(at: now) { session.send(bytes) }
                    endsInput = !session.hasEndedInput && session.canSend && state.dialog.endsInput
                    if endsInput { state.dialog.inputEnded(at: now) }
                    deadline = state.dialog.deadline?.time
                }
            }
            state.isAsleep = true
        }
        if endsInput { session.endInput() }
        if let stop { session.stop(because: stop.reason, endsInput: stop.mayEndInput, at: now) }
        let stopTime = session.advanceStop(at: now)
        return [deadline, stopTime].compactMap(\.self).min()
    }

    private func send(_ session: inout ProgramSession<Dialog.Reader>) {
        let isAll = session.writeInput()
        let isClosed = session.process.input < 0 && !session.hasEndedInput
        update { isClosed ? $0.dialog.inputClosed(at: .now) : $0.dialog.sent(isAll: isAll, at: .now) }
    }

    private func receive(_ session: inout ProgramSession<Dialog.Reader>) {
        let (pieces, count) = session.readOutput()
        let isBusy = update { state in
            if !session.isStopped {
                state.dialog.receive(pieces, at: .now)
                if count == 0, session.end == nil { state.dialog.outputClosed(at: .now) }
            }
            return state.dialog.isBusy
        }
        // A program that writes line by line would wake this thread for each of them.
        if isBusy, count > 0, count < SessionTiming.smallPiece { usleep(SessionTiming.napMicroseconds) }
    }

}

/// Waits until one of several descriptors can be used.
///
/// - Returns: Those that can be used, or that have ended.
@discardableResult
private func wait(for descriptors: [Int32: PollDirection], until deadline: ContinuousClock.Instant?) -> Set<Int32> {
    var list = descriptors.map { pollfd(fd: $0.key, events: Int16($0.value == .in ? POLLIN : POLLOUT), revents: 0) }
    let milliseconds = deadline.map { max(0, min(Int32.max / 2, Int32(clamping: Int(($0 - .now) / .milliseconds(1)) + 1))) } ?? -1
    guard unsafe poll(&list, nfds_t(list.count), milliseconds) > 0 else { return [] }
    return Set(list.filter { $0.revents != 0 }.map(\.fd))
}
