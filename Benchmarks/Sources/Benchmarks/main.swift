import Foundation
import Pipeline

/// Times parsing and writing of HTML over documents that are loaded beforehand, in one process and one thread.
///
/// usage: Benchmarks FILE…      (HTML files)

let documents = CommandLine.arguments.dropFirst().compactMap { FileManager.default.contents(atPath: $0) }.map { [UInt8]($0) }
let bytes = documents.reduce(0) { $0 + $1.count }
guard bytes > 0 else {
    FileHandle.standardError.write(Data("usage: Benchmarks FILE…\n".utf8))
    exit(2)
}

/// Megabytes (10^6) a second, the median of some rounds.
func measure(_ name: String, rounds: Int = 7, _ body: ([UInt8]) -> Int) {
    let clock = ContinuousClock()
    var checksum = 0
    let seconds = (0..<rounds).map { _ in
        clock.measure { for document in documents { checksum &+= body(document) } } / .seconds(1)
    }
    let median = seconds.sorted()[rounds / 2]
    print(
        "\(name): \(Int(Double(bytes) / median / 1e6)) MB/s (median of \(rounds), \(documents.count) documents, \(bytes) bytes, checksum \(checksum))"
    )
}

measure("parse") { HTMLDocument(parsing: $0.span).textBytes.count }
let writer = MarkdownWriter()
measure("HTML to Markdown") { writer.bytes(of: HTMLDocument(parsing: $0.span)).count }
