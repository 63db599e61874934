internal import Stages

// What stands beside the name of a sender in a timeline.
extension MessageSender {
    /// The number of colors for initials.
    private static let toneCount = 6

    /// The first letters of the first and the last word of the name; empty without letters and digits.
    var initials: String {
        let isAddress = name.contains("@")
        let words = (isAddress ? name.prefix { $0 != "@" } : name[...]).split { !$0.isLetter && !$0.isNumber }
        let letters = isAddress || words.count < 2 ? words.prefix(1) : [words[0], words[words.count - 1]]
        return letters.compactMap(\.first).map { String($0).uppercased() }.joined()
    }

    /// The number of the sender's color, from 0.
    var tone: Int { (address ?? name).lowercased().utf8.reduce(0) { ($0 * 31 + Int($1)) % 65_521 } % Self.toneCount }
}
