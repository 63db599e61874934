import Dispatch
import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A headless Chromium process, which shows the pages of all tests that need its command-line switches.
///
/// Starting it takes longer than most tests, so that tests share it, and so it is a class.
final class Chromium: Sendable {
    /// The path of the program: of the environment variable `TABPIPE_CHROMIUM`, or of the usual places.
    static let program = [
        ProcessInfo.processInfo.environment["TABPIPE_CHROMIUM"], "/usr/bin/chromium", "/usr/bin/chromium-browser",
        "/usr/bin/google-chrome", "/usr/bin/google-chrome-stable", "/usr/local/bin/chromium", "/snap/bin/chromium",
        "/opt/homebrew/bin/chromium", "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ].compactMap(\.self).first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A running process and its use.
    private struct Running {
        let chromium: Chromium
        let switches: [String]
        var pages = 0
    }

    private static let all = Mutex<[Running]>([])

    /// The processes that have not ended. The test process waits for them before it exits, so that no browser outlives it.
    private static let living: DispatchGroup = {
        atexit {
            for each in Chromium.all.withLock(\.self) { each.chromium.end() }
            _ = Chromium.living.wait(timeout: .now() + .seconds(15))
        }
        return DispatchGroup()
    }()

    /// The number of the process.
    let process: pid_t
    private let hasEnded = Mutex(false)
    /// Carries commands to the process, and answers and events back.
    let pipe: BrowserPipe

    /// The process with these switches, started if there is none. The caller opens a page in it, and calls ``release()`` at its end.
    ///
    /// A process without pages ends when one with other switches starts.
    ///
    /// - Throws: ``Browser/Failure`` if it does not start.
    static func shared(switches: [String]) throws -> Chromium {
        try all.withLock { all in
            for each in all where each.chromium.pipe.isClosed { each.chromium.end() }
            all.removeAll { $0.chromium.pipe.isClosed }
            if let index = all.firstIndex(where: { $0.switches == switches }) {
                all[index].pages += 1
                return all[index].chromium
            }
            for each in all where each.pages == 0 { each.chromium.end() }
            all.removeAll { $0.pages == 0 }
            let started = try Chromium(switches: switches)
            all.append(Running(chromium: started, switches: switches, pages: 1))
            return started
        }
    }

    /// Notes that a page of this process is closed.
    func release() {
        Self.all.withLock { all in
            if let index = all.firstIndex(where: { $0.chromium === self }) { all[index].pages -= 1 }
        }
    }

    private init(switches: [String]) throws {
        guard let program = Self.program else { throw Browser.Failure(description: "Chromium is not installed") }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tabpipe-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let launch: ChromiumLaunch
        do {
            launch = try ChromiumLaunch(program, folder: folder, switches: switches)
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
        let (process, pipe) = (launch.process, BrowserPipe(socket: launch.socket))
        self.process = process
        self.pipe = pipe
        Self.living.enter()
        Thread.detachNewThread { [self] in
            var status: Int32 = 0
            while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
            hasEnded.withLock { $0 = true }
            pipe.end()
            // Its child processes: they use the folder.
            kill(-process, SIGKILL)
            try? FileManager.default.removeItem(at: folder)
            Self.living.leave()
        }
    }

    /// Ends the process and its child processes.
    private func end() {
        hasEnded.withLock { hasEnded in
            if !hasEnded { _ = kill(-process, SIGKILL) }
        }
    }
}
