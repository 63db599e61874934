internal import HTMLParsing

/// Finds the lines of a signature at the end of a message.
///
/// Only the standard delimiter `-- ` (RFC 3676, section 4.3) is certain: any text may follow. Everything else is a closed grammar: a
/// closing phrase or dashes, a name, and then lines of contact details of which one is evidence; or a line such as "Sent from my iPhone".
/// Orders, forms, lists and answers also stand below dashes and thanks. So if one line is none of these kinds, nothing is cut off.
struct SignatureFinder {
    /// The limit of a signature, in non-blank lines.
    static let maximumLines = 11
    /// The limit of a signature's lines, in characters.
    static let maximumLineLength = 80
    /// The number of lines at the end of a message that are searched.
    static let searchedLines = 200

    /// The last non-blank lines of the message: those that a signature can have, and one more before them.
    private let lines: [SignatureLine]
    /// The index of the standard delimiter; the number of lines if there is none.
    private let end: Int

    /// Finds the first line of the signature; nil if there is none. A signature never begins in the first non-blank line.
    static func find(in lines: [MessageLine]) -> Int? {
        var last: [Int] = []
        for index in lines.indices.suffix(searchedLines).reversed() where !lines[index].isBlank {
            last.append(index)
            if last.count > maximumLines { break }
        }
        last.reverse()
        guard last.count > 1 || lines.count > searchedLines else { return nil }
        let signatureLines = last.map { SignatureLine(lines[$0], isBelowBlank: $0 > 0 && lines[$0 - 1].isBlank) }
        let end = signatureLines.indices.dropFirst().first { signatureLines[$0].line.isMailDelimiter } ?? last.count
        let finder = SignatureFinder(lines: signatureLines, end: end)
        var found = end < last.count ? last[end] : nil
        for index in last.indices.prefix(end).dropFirst().reversed() {
            guard lines[last[index]].hasCharacters(atMost: maximumLineLength) else { break }
            if finder.begins(at: index) { found = last[index] }
        }
        return found
    }

    /// Finds the lines of the signature; empty if there is none.
    ///
    /// The footers of mailing lists count as parts of it, and so does everything after the standard delimiter. Disclaimers do not.
    ///
    /// - Parameters:
    ///   - lines: The lines of the sender's own part.
    ///   - notices: The notices in them.
    static func find(in lines: [MessageLine], notices: [NoticeFinder.Notice]) -> [Range<Int>] {
        let tail = notices.filter { $0.kind == .disclaimer || $0.kind == .listFooter }
        let end = tail.first?.lines.lowerBound ?? lines.count
        // The first line that programs have not added is the sender's text.
        let begin = notices.last { $0.kind == .banner && $0.lines.upperBound <= end }?.lines.upperBound ?? 0
        var parts: [Range<Int>] = []
        if let start = find(in: Array(lines[begin..<end])).map({ $0 + begin }) {
            if lines[start..<end].contains(where: \.isMailDelimiter) {
                // A postscript below the signature is the sender's text.
                let postscript = lines.indices[start...].dropFirst().first {
                    SignatureLine(lines[$0], isBelowBlank: false).isMarkedPostscript
                }
                return [start..<(postscript ?? lines.count)]
            }
            parts.append(start..<end)
        }
        for footer in tail where footer.kind == .listFooter {
            if let last = parts.last, last.upperBound == footer.lines.lowerBound {
                parts[parts.count - 1] = last.lowerBound..<footer.lines.upperBound
            } else {
                parts.append(footer.lines)
            }
        }
        if let last = parts.last, lines[last.upperBound...].allSatisfy(\.isBlank) {
            parts[parts.count - 1] = last.lowerBound..<lines.count
        }
        return parts
    }

    private func begins(at index: Int) -> Bool {
        let line = lines[index]
        let rest = lines[(index + 1)..<end]
        if line.isDevice { return rest.allSatisfy { $0.isDevice || $0.isWebAddress } }
        if line.closing != nil { return isClosed(at: index) }
        return line.isDashes ? isBelowRule(index) : isDashedName(at: index)
    }

    /// Whether a closing phrase begins a signature.
    private func isClosed(at index: Int) -> Bool {
        let (line, before) = (lines[index], lines[index - 1])
        let rest = lines[(index + 1)..<end]
        // The last closing phrase closes the message; an earlier one, such as "Thanks", belongs to the text.
        if rest.drop(while: { $0.closing != nil }).contains(where: { $0.closing != nil }) { return false }
        // "Thanks!" in a paragraph of its own is the answer. What closes the message follows.
        let isExclaimed = line.closing?.kind == .thanks && (line.trimmed.last == "!" || line.trimmed.last == "！")
        if isExclaimed, let next = rest.first, next.closing != nil, next.isBelowBlank || next.line.isBelowGap { return false }
        if line.closing?.isSingleWord ?? false {
            // "Which brand?" and "Your rating:" may have a list of answers below them.
            if before.endsInColon || before.isQuestion && !line.isBelowBlank && rest.count > 1 { return false }
        }
        // A question above "Thanks" may have its answer below, so the lines below need further evidence. A comma announces a name.
        let closings = lines[index..<end].prefix { $0.closing != nil }
        if before.isQuestion, closings.allSatisfy({ $0.closing?.kind == .thanks }), !(closings.last?.endsInComma ?? false) {
            guard rest.contains(where: \.isEvidence) else { return false }
        }
        return isBlock(lines[index..<end])
    }

    /// Whether a rule begins a signature.
    private func isBelowRule(_ index: Int) -> Bool {
        let (line, before) = (lines[index], lines[index - 1])
        let rest = lines[(index + 1)..<end]
        // Text between rules is a form or a section.
        guard !before.endsInColon, !lines[..<index].contains(where: \.isDashes), !rest.contains(where: \.isDashes), isBlock(rest) else {
            return false
        }
        if rest.first?.closing != nil || rest.contains(where: \.isEvidence) { return true }
        return line.line.isDelimiter && before.endsSentence
    }

    /// Whether lines are closing phrases, a name, and contact details with evidence.
    private func isBlock(_ lines: ArraySlice<SignatureLine>) -> Bool {
        let closings = lines.prefix { $0.closing != nil }
        // The sender's program adds these lines itself.
        let added = lines.reversed().prefix { $0.isDevice || $0.isWebAddress && lines.contains(where: \.isDevice) }.count
        let rest = lines.dropFirst(closings.count).dropLast(added)
        guard let name = rest.first else {
            // Thanks alone are part of the text, and so is a word that may be an item of a list.
            return closings.contains { $0.closing?.kind == .greeting && !($0.closing?.isSingleWord ?? true) }
        }
        let isGreeting = closings.contains { $0.closing?.kind == .greeting }
        guard name.isName(allowsLowercase: isGreeting) else { return false }
        let details = rest.dropFirst()
        return details.isEmpty || details.allSatisfy(\.isContactDetail) && details.contains(where: \.isEvidence)
    }

    /// Whether a line is one word after a dash, as some people sign: `-Bob`. With a blank, or beside other dashes, it is an item of a list.
    private func isDashedName(at index: Int) -> Bool {
        var text = lines[index].line.text.drop(while: \.isWhitespace)
        guard let dash = text.popFirst(), "-–—".contains(dash), text.first?.isLetter ?? false else { return false }
        let name = SignatureLine(MessageLine(String(text)), isBelowBlank: false)
        guard name.isName(allowsLowercase: true), text.words.count == 1, lines[index - 1].endsSentence else { return false }
        guard lines[(index + 1)..<end].allSatisfy({ $0.isDevice || $0.isWebAddress }) else { return false }
        return !(lines[index - 1].trimmed.first.map { "-–—".contains($0) } ?? false)
    }
}

extension SignatureFinder {
    /// The last lines of a message, for elements that mail programs put around signatures.
    ///
    /// Such elements can be nested, and there can be any number of them, so each first line is checked once.
    struct Tail {
        /// The indices of the last non-blank lines, as many as a signature can have.
        private let indices: [Int]
        /// For each of these lines, whether a possible signature begins with it.
        private let isSignature: [Bool]

        init(_ lines: [MessageLine]) {
            var indices: [Int] = []
            for index in lines.indices.reversed() where !lines[index].isBlank {
                guard indices.count < maximumLines, lines[index].hasCharacters(atMost: maximumLineLength) else { break }
                indices.append(index)
            }
            indices.reverse()
            self.indices = indices
            let signature = indices.map { SignatureLine(lines[$0], isBelowBlank: false) }
            isSignature = signature.indices.map { start in
                let finder = SignatureFinder(lines: signature, end: signature.count)
                return signature[start...].contains(where: \.isEvidence) || finder.isBlock(signature[start...])
            }
        }

        /// Whether the lines from one on look like a signature: a block as below dashes, or short lines with contact details among them.
        func isSignature(from line: Int) -> Bool {
            // A signature that begins before these lines is too long.
            guard let first = indices.first, line >= first, let start = indices.firstIndex(where: { $0 >= line }) else { return false }
            return isSignature[start]
        }
    }
}

/// Finds the element that a mail program puts around a signature, by class and id.
enum SignatureElementFinder {
    private static let classes: Set<Substring> = ["gmail_signature", "moz-signature", "front-signature", "protonmail_signature_block"]
    private static let identifiers = ["ms-outlook-mobile-signature", "applemailsignature"]
    /// An id of Outlook that forms have, too. It counts only at the end of the message, around the lines of a signature.
    private static let commonIdentifier = "signature"

    /// The first signature element with visible content; nil if there is none.
    ///
    /// - Parameters:
    ///   - document: The sender's own part.
    ///   - nodeLines: The lines of its nodes.
    ///   - lines: Its lines.
    static func first(in document: HTMLDocument, _ nodeLines: NodeLines, _ lines: [MessageLine]) -> HTMLNode? {
        let bytes = document.textBytes
        let block = SignatureFinder.Tail(lines)
        return document.descendants(of: document.root).first { node in
            guard document.kind(of: node) == .element, let range = nodeLines.range(of: node) else { return false }
            let names = IDAndClasses(of: node, in: document, bytes)
            if !names.classes.isDisjoint(with: classes) || names.hasIdentifier(among: identifiers) { return true }
            return names.hasIdentifier(among: [commonIdentifier]) && range.upperBound == lines.count
                && block.isSignature(from: range.lowerBound)
        }
    }
}
