internal import HTTP
internal import Pipeline
internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The file of `--trace`: one JSON line for each request, written when the request ends. A class, because several tasks write it.
final class TraceFile: RequestObserver {
    private struct State: ~Copyable {
        let file: FileDescriptor
        var failure: SystemError?
    }

    let path: String
    /// The secrets of the pipelines, which may stand anywhere in a URL: a secret can be the name of a query item.
    private let secrets: SecretValues
    private let state: Mutex<State>

    /// Creates the file, or empties the file of an earlier trace.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - plans: The pipelines of the command line, whose files the trace must not replace.
    /// - Throws: ``UsageError`` if a pipeline uses the file; ``PipelineFailure`` of the kind `cannotCreate`.
    init(_ path: String, plans: [(file: String, plan: PipelinePlan)]) throws {
        self.path = path
        secrets = plans.reduce(into: SecretValues()) { $0.formUnion($1.plan.secrets) }
        if Output(path) == .standardOutput { throw UsageError("--trace wants the path of a file, found \"-\"") }
        let trace = FileUse(.output, path, place: "--trace", range: nil)
        for (file, plan) in plans {
            let uses = [FileUse(.input, file, place: "the pipeline file", range: nil)] + plan.files
            if let other = uses.first(where: { !$0.isStandardStream && $0.isSameFile(as: trace) }) {
                throw UsageError("--trace names \(path.printable), which is the file of \(other.place)")
            }
            plan.outputPaths.protect([path], as: "the file of --trace")
        }
        if FilePath.kind(of: path) == .regular, let bytes = try? OpenOutput.beginning(of: path, limit: RequestEvent.lineStart.utf8.count),
            !bytes.isEmpty, bytes != Array(RequestEvent.lineStart.utf8)
        {
            throw PipelineFailure(.cannotCreate, "--trace: \(path.printable) holds something else than a trace; it is not replaced")
        }
        do {
            let file = try FileDescriptor(opening: path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o600)
            // Secrets in URLs are masked, but paths and queries are still private. Opening an old file does not change its mode.
            if FilePath.kind(of: path) == .regular { fchmod(file.number, 0o600) }
            state = Mutex(State(file: file))
        } catch {
            throw PipelineFailure(.cannotCreate, "--trace: \(error)")
        }
    }

    func record(_ event: RequestEvent) {
        var event = event
        event.url = secrets.masked(event.url)
        event.error = event.error.map(secrets.masked)
        state.withLock { state in
            guard state.failure == nil else { return }
            do throws(SystemError) {
                try state.file.write(Array((event.line + "\n").utf8).span)
            } catch {
                state.failure = error
            }
        }
    }

    /// The reason why the trace is incomplete; nil if it is complete.
    var failure: String? { state.withLock { $0.failure?.reason } }
}
