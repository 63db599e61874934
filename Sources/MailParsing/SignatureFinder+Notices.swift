/// Signatures in front of what programs add below them.
extension SignatureFinder {
    /// Finds the lines of the signature; nil if there is none.
    ///
    /// The footer of a mailing list counts as a part of it, and so does everything behind the standard delimiter. A disclaimer does not.
    ///
    /// - Parameters:
    ///   - lines: The lines of the sender's own part.
    ///   - notices: The notices in them.
    static func find(in lines: [QuoteLine], notices: [NoticeFinder.Notice]) -> Range<Int>? {
        let tail = notices.filter { $0.kind == .disclaimer || $0.kind == .listFooter }
        let end = tail.first?.lines.lowerBound ?? lines.count
        let footer = tail.first { $0.kind == .listFooter }?.lines.lowerBound
        guard let start = find(in: Array(lines[..<end])) else { return footer.map { $0..<lines.count } }
        let isOpen = footer != nil || lines[start..<end].contains(where: \.isMailDelimiter)
        return start..<(isOpen ? lines.count : end)
    }
}
