@testable import Pipeline
import TestSupport
import Testing

@Suite("A channel", .startsOnIdlePool, .timeLimit(.minutes(5))) struct ChannelTests {
    /// Whether a send throws ``ReadingStopped``.
    private static func isRefused(_ send: @Sendable () async throws -> Void) async -> Bool {
        do {
            try await send()
            return false
        } catch {
            return error is ReadingStopped
        }
    }

    @Test("delivers elements with their numbers, in the order of the sends, and then its end") func order() async throws {
        let channel = Channel<Int>()
        async let sent: Void = {
            for number in 0..<100 { try await channel.send(number * 10) }
            channel.finish(.complete)
        }()
        var received: [Int] = []
        while let (number, element) = try await channel.next() {
            #expect(element == number * 10)
            received.append(number)
        }
        try await sent
        #expect(received == Array(0..<100))
    }

    @Test("delivers what was sent before a failure, and then the failure") func failure() async throws {
        let channel = Channel<Int>()
        try await channel.send(1)
        channel.finish(.failed(ForeignError()))
        #expect(try await channel.next()?.element == 1)
        await #expect(throws: ForeignError.self) { try await channel.next() }
        await #expect(throws: ReadingStopped.self) { try await channel.send(2) }
    }

    @Test("ends every wait when the receiving end closes it, and gives back what was not received") func close() async throws {
        let channel = Channel<Int>()
        try await channel.send(1)
        async let isRefused = Self.isRefused { try await channel.send(2) }
        async let watching = channel.ended.wait()
        #expect(channel.close(.enough) == 1)
        #expect(await isRefused)
        guard case .enough = await watching else {
            Issue.record("the first reason did not count")
            return
        }
        #expect(try await channel.next()?.element == nil)
    }

    @Test("keeps the reason of the end that closed it first") func firstReason() async throws {
        let channel = Channel<Int>()
        async let waiting = channel.next()?.element
        while !channel.hasWaitingReceiver { await Task.yield() }
        channel.finish(.complete)
        #expect(channel.close(.failed(ForeignError())) == nil)
        let received = try await waiting
        #expect(received == nil)
        #expect(channel.ended.value?.failure == nil)
        #expect(try await channel.next()?.element == nil)
    }
}
