/// A list of phrases that lines begin with, ready to be compared with bytes.
struct QuotePhrases: Sendable {
    private let phrases: [[UInt8]]
    private let texts: [String]
    /// For each byte, whether a phrase begins with it.
    private let firstBytes: [Bool]

    init(_ phrases: [String]) {
        texts = phrases
        self.phrases = phrases.map { Array($0.utf8) }
        var firstBytes = [Bool](repeating: false, count: 256)
        for phrase in self.phrases { if let first = phrase.first { firstBytes[Int(first)] = true } }
        self.firstBytes = firstBytes
    }

    /// Whether a line begins with one of them, without its decoration.
    func begin(_ line: QuoteLine) -> Bool {
        guard let first = line.firstByte else { return false }
        // What is not ASCII may be written in several ways.
        guard line.isASCII else {
            let bare = line.bare
            return texts.contains(where: bare.hasPrefix)
        }
        return firstBytes[Int(first)] && phrases.contains(where: line.bareBegins)
    }
}
