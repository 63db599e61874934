internal import HTMLParsing

/// The line that phones and mail programs add below a message: `Sent from my iPhone`, `Get Outlook for iOS`.
///
/// It is a sentence of a closed list with a gap, and the gap names nothing but products. `Sent the phone back` and
/// `Get the phone from Otto` are sentences of the sender.
enum DeviceLine {
    private static let maximumBytes = 200
    private static let maximumProductWords = 8

    /// Whether a line, in lower case and trimmed, is such a line.
    static func matches(_ line: String) -> Bool {
        guard line.utf8.count <= maximumBytes, let first = line.first, first.isLetter else { return false }
        var text = withoutAddresses(line)
        if let excuse = excuse(in: text) { text = text[..<excuse] }
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.trimming(where: { ".,!®™()".contains($0) }) }.filter { !$0.isEmpty }
        guard let start = words.first, !words.isEmpty else { return false }
        let frames = (framesByWord[String(start)] ?? []) + framesWithLeadingGap
        return frames.contains { $0.matches(words[...]) } || matchesUnspaced(text)
    }

    /// A sentence with a gap.
    private struct Frame {
        let before: [Substring]
        let after: [Substring]
        /// Whether the gap may name a kind of device alone: "my phone".
        let isOwn: Bool

        init(_ text: String, isOwn: Bool) {
            let parts = text.split(separator: "*", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
            (before, after) = (parts[0], parts.count > 1 ? parts[1] : [])
            self.isOwn = isOwn
        }

        func matches(_ words: ArraySlice<Substring>) -> Bool {
            guard words.count > before.count + after.count, words.starts(with: before), words.suffix(after.count).elementsEqual(after)
            else {
                return false
            }
            return isProduct(words.dropFirst(before.count).dropLast(after.count), isOwn: isOwn)
        }
    }

    private static func matchesUnspaced(_ text: Substring) -> Bool {
        let text = text.filter { !$0.isWhitespace && $0 != "." && $0 != "。" }
        return DeviceWords.unspacedFrames.contains { frame in
            text.hasPrefix(frame.before) && text.hasSuffix(frame.after) && text.count > frame.before.count + frame.after.count
                && isProduct([text.dropFirst(frame.before.count).dropLast(frame.after.count)], isOwn: true)
        }
    }

    private static func isProduct(_ words: ArraySlice<Substring>, isOwn: Bool) -> Bool {
        let words = withoutNetwork(words)
        guard words.count <= maximumProductWords else { return false }
        var hasName = false
        for word in words {
            let text = String(word)
            if DeviceWords.brands.contains(text) || DeviceWords.brandStarts.contains(where: text.hasPrefix) {
                hasName = true
            } else if DeviceWords.devices.contains(text) {
                hasName = hasName || isOwn
            } else if !DeviceWords.besides.contains(text), !isModel(word) {
                return false
            }
        }
        return hasName
    }

    /// `s21`, `4g`, `10`.
    private static func isModel(_ word: Substring) -> Bool {
        word.utf8.count <= 8 && word.utf8.contains(where: \.isASCIIDigit) && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    /// The words before `on the Bell network`.
    private static func withoutNetwork(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
        for network in DeviceWords.networks {
            for start in words.indices.dropFirst() where words[start...].starts(with: network.before) {
                let rest = words[start...].dropFirst(network.before.count)
                if rest.count > network.after.count, rest.count <= network.after.count + 3,
                    rest.suffix(network.after.count) == network.after
                {
                    return words[..<start]
                }
            }
        }
        return words
    }

    /// The line without web addresses in brackets.
    private static func withoutAddresses(_ line: String) -> Substring {
        guard line.contains("http") else { return line[...] }
        let words = line.replacing("<http", with: " http").replacing("(http", with: " http").replacing("[http", with: " http")
        return words.split(separator: " ").filter { !$0.hasPrefix("http") }.joined(separator: " ")[...]
    }

    /// The start of `, please excuse typos`.
    private static func excuse(in text: Substring) -> Substring.Index? {
        guard let mark = text.firstIndex(where: { ",.;-–—".contains($0) }) else { return nil }
        let words = text[mark...].split { !$0.isLetter }.map(String.init)
        guard words.count <= 12, words.contains(where: DeviceWords.excuses.contains), words.contains(where: DeviceWords.mistakes.contains)
        else { return nil }
        return mark
    }

    private static let allFrames: [Frame] =
        DeviceWords.ownFrames.map { Frame($0, isOwn: true) } + DeviceWords.productFrames.map { Frame($0, isOwn: false) }
    private static let framesByWord = Dictionary(grouping: allFrames.filter { !$0.before.isEmpty }) { String($0.before[0]) }
    private static let framesWithLeadingGap = allFrames.filter(\.before.isEmpty)
}

extension Substring {
    /// The text without the characters at both ends that meet a condition.
    fileprivate func trimming(where isTrimmed: (Character) -> Bool) -> Substring {
        let rest = drop(while: isTrimmed)
        return rest[..<(rest.lastIndex { !isTrimmed($0) }.map(rest.index(after:)) ?? rest.startIndex)]
    }
}
