import Foundation
import Ground
import Synchronization
import Testing

@Suite("A call on a thread of its own") struct BlockingCallTests {
    @Test("is waited for in a task that is cancelled, if it has to be finished") func finishes() async throws {
        let isDone = Mutex(false)
        let call = Task {
            try await BlockingCall.finish {
                Thread.sleep(forTimeInterval: 0.2)
                isDone.withLock { $0 = true }
            }
        }
        call.cancel()
        try await call.value
        #expect(isDone.withLock { $0 })
    }
}
