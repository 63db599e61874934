/// The locks of a run on its outputs, so that no two runs write the same path at once.
struct OutputLocks: ~Copyable {
    /// The time between two attempts while another run holds a lock.
    private static var interval: Duration { .milliseconds(50) }

    private var locks: [LockHolder] = []
    /// Folders that were created for the locks, outer folders first.
    private var madeFolders: [String] = []

    /// Holds a lock in an array, which cannot store noncopyable values.
    private final class LockHolder {
        private var lock: OutputLock?

        init(_ lock: consuming OutputLock) { self.lock = consume lock }

        func release() { lock = nil }
    }

    /// Takes all locks, each path once, in the order of their paths: two runs with the same outputs never wait for each other.
    ///
    /// - Parameters:
    ///   - outputs: The outputs of the run. Standard output, devices and pipes need no lock.
    ///   - patience: The longest time to wait for another run that holds a lock.
    ///   - isStopped: Returns whether the run was stopped. The wait then ends.
    /// - Throws: ``PipelineFailure`` of the kind `tryAgainLater` that names the process with the lock.
    init(_ outputs: [OutputLockPath], patience: Duration, isStopped: () -> Bool) async throws {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        var paths: [String: OutputLockPath] = [:]
        for output in outputs { if let key = output.key { paths[key] = paths[key] ?? output } }
        for output in paths.sorted(by: { $0.key < $1.key }).map(\.value) {
            noteMissingFolders(output.folder)
            while true {
                do {
                    locks.append(LockHolder(try OutputLock(output.name, in: output.folder)))
                    break
                } catch let error as SystemError {
                    throw PipelineFailure(error.outputFailure, "\(output.shown) cannot be written: \(error)")
                } catch let busy as OutputLock.Busy {
                    guard clock.now < deadline, !isStopped() else { throw busy.failure(of: output.shown) }
                    try await Task.sleep(for: Self.interval)
                }
            }
        }
    }

    deinit {
        // The locks are released first: their files are in the folders.
        for box in locks { box.release() }
        for folder in madeFolders.reversed() { ConfinedFolder.removeIfEmpty(folder) }
    }

    private mutating func noteMissingFolders(_ path: String) {
        var missing: [String] = []
        var folder = path
        while folder != ".", folder != "/", !folder.isEmpty, FilePath.kind(of: folder) == nil {
            missing.append(folder)
            folder = FilePath.split(folder).folder
        }
        madeFolders += missing.reversed()
    }
}
