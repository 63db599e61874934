import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Ends browsers and their drivers on threads of their own, because a `deinit` cannot suspend its task.
enum BrowserShutdown {
    /// The shutdowns that are under way. The test process waits for them before it exits, so that no browser outlives it.
    private static let running: DispatchGroup = {
        atexit { _ = BrowserShutdown.running.wait(timeout: .now() + .seconds(15)) }
        return DispatchGroup()
    }()

    /// Ends the session, then the driver, and removes the folder with their temporary files.
    static func begin(driver: ChildProcess, http: LocalHTTP, session: String, folder: URL) {
        running.enter()
        Thread.detachNewThread {
            _ = try? http.send("DELETE", "/session/\(session)", nil, seconds: 10)
            driver.signal(SIGTERM)
            // A driver that was started while a test ran tabpipe in this process has inherited that SIGTERM is ignored.
            for _ in 0..<200 where driver.isRunning { Thread.sleep(forTimeInterval: 0.01) }
            driver.signal(SIGKILL)
            try? FileManager.default.removeItem(at: folder)
            running.leave()
        }
    }

    /// Waits until all shutdowns are done, so that a browser shares the machine with no other one.
    static func wait() async {
        await onBlockingThread { running.wait() }
    }
}
