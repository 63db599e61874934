import Foundation
import Pipeline

/// Measures parsing of HTML and conversion to Markdown on preloaded documents, on one thread.
///
/// usage: Benchmarks [--rounds N] FILE…      (HTML files)

let arguments = Array(CommandLine.arguments.dropFirst())
let roundCount = arguments.count > 1 && arguments[0] == "--rounds" ? Int(arguments[1]) ?? 7 : 7
let documents = arguments.dropFirst(arguments.first == "--rounds" ? 2 : 0).compactMap { FileManager.default.contents(atPath: $0) }.map { [UInt8]($0) }
let bytes = documents.reduce(0) { $0 + $1.count }
guard bytes > 0 else {
    FileHandle.standardError.write(Data("usage: Benchmarks [--rounds N] FILE…\n".utf8))
    exit(2)
}

/// Prints the median speed of several rounds in megabytes (10^6 bytes) per second.
@MainActor func measure(_ name: String, _ body: ([UInt8]) -> Int) {
    let clock = ContinuousClock()
    var checksum = 0
    let seconds = (0..<roundCount).map { _ in
        clock.measure { for document in documents { checksum &+= body(document) } } / .seconds(1)
    }
    let median = seconds.sorted()[roundCount / 2]
    print(
        "\(name): \(Int(Double(bytes) / median / 1e6)) MB/s (median of \(roundCount), \(documents.count) documents, \(bytes) bytes, checksum \(checksum))"
    )
}

measure("parse") { HTMLDocument(parsing: $0.span).textBytes.count }
let writer = MarkdownWriter()
measure("HTML to Markdown") { writer.bytes(of: HTMLDocument(parsing: $0.span)).count }

/// The resident memory of the process in bytes; nil on systems without /proc.
func residentBytes() -> Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    return status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
        .map { $0 << 10 }
}

// Parses several copies, so that the allocator's own memory does not distort the result.
let copies = max(1, 100_000_000 / bytes)
if let before = residentBytes() {
    let parsed = (0..<copies).flatMap { _ in documents.map { HTMLDocument(parsing: $0.span) } }
    if let after = residentBytes() {
        print("memory: \(Double((after - before) * 100 / (bytes * copies)) / 100) times the bytes of \(parsed.count) parsed documents")
    }
}
