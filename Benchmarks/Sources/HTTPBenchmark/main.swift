import Foundation

@testable import SourcesRemote

/// Fetches a list of URLs through the transport, several at a time, and prints one line of JSON: requests, bytes, seconds, processor time
/// and memory.
///
/// usage: HTTPBenchmark URL-LIST CONCURRENCY      (a file with one URL a line)
///
/// Build it with `-Xswiftc -enable-testing`, because the transport is internal.

let arguments = CommandLine.arguments
guard arguments.count == 3, let list = try? String(contentsOfFile: arguments[1], encoding: .utf8), let concurrency = Int(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: HTTPBenchmark URL-LIST CONCURRENCY\n".utf8))
    exit(2)
}
let addresses = list.split(separator: "\n").compactMap { WebAddress(String($0)) }

/// Reads one document to its end.
@Sendable func fetch(_ address: WebAddress) async throws -> Int {
    var request = HTTPRequest(address)
    request.timeouts.total = nil
    request.maxResponseBytes = .max
    let response = try await CurlTransport.shared.send(request)
    guard response.head.isSuccess else { throw CocoaError(.fileReadUnknown) }
    var count = 0
    while case let piece = try await response.body.read(), !piece.isEmpty { count += piece.count }
    return count
}

let start = ContinuousClock.now
var bytes = 0
try await withThrowingTaskGroup(of: Int.self) { group in
    for (number, address) in addresses.enumerated() {
        if number >= concurrency { bytes += try await group.next() ?? 0 }
        group.addTask { try await fetch(address) }
    }
    for try await count in group { bytes += count }
}
let seconds = start.duration(to: .now) / .seconds(1)
var usage = rusage()
#if canImport(Glibc)
_ = getrusage(RUSAGE_SELF.rawValue, &usage)
#else
_ = getrusage(RUSAGE_SELF, &usage)
#endif
let processor =
    Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
print(
    "{\"requests\": \(addresses.count), \"bytes\": \(bytes), \"seconds\": \(seconds), \"processor\": \(processor), "
        + "\"kilobytes\": \(usage.ru_maxrss)}")
