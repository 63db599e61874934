import Foundation

@testable import Ground
@testable import HTTP
@testable import WebAddresses

/// Fetches a list of URLs with the client of the sources, several at a time, and prints one line of JSON: requests, bytes, seconds,
/// processor time and memory. The client keeps limits, repeats failures and stores whole bodies, as in a run.
///
/// usage: HTTPBenchmark URL-LIST CONCURRENCY      (a file with one URL a line)
///
/// Build it with `-Xswiftc -enable-testing`, because the client is not public.

let arguments = CommandLine.arguments
guard arguments.count == 3, let list = try? String(contentsOfFile: arguments[1], encoding: .utf8), let concurrency = Int(arguments[2]) else {
    FileHandle.standardError.write(Data("usage: HTTPBenchmark URL-LIST CONCURRENCY\n".utf8))
    exit(2)
}
let addresses = list.split(separator: "\n").compactMap { WebAddress(String($0)) }

var settings = ClientSettings()
settings.rate.concurrency = concurrency
let client = HTTPClient(settings, network: RunNetwork(), secrets: LearnedSecrets())

/// Fetches one whole document, and returns its number of bytes.
@Sendable func fetch(_ address: WebAddress) async throws -> Int {
    let response = try await client.fetch(client.settings.request(address))
    return response.body.count
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
