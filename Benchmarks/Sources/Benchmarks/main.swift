import Foundation
import Pipeline

/// Times parsing and writing of HTML over documents that are loaded beforehand, in one process and one thread.
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

/// Megabytes (10^6) a second, the median of some rounds.
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
