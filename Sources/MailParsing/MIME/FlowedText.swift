internal import HTMLParsing

/// Joins the lines of flowed text.
///
/// - SeeAlso: RFC 3676, section 4
enum FlowedText {
    /// Returns a text with its paragraphs on one line each.
    ///
    /// - Parameters:
    ///   - text: The lines as they were sent, with line feeds.
    ///   - dropsSpace: Whether the space at the end of a flowed line is dropped (`DelSp=yes`).
    static func joined(_ text: String, dropsSpace: Bool) -> String {
        let bytes = Array(text.utf8)
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        /// The depth of the line that the next one continues; nil where a new line begins.
        var open: Int?
        var start = 0
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            let hasEnd = end < bytes.count
            var index = start
            while index < end, bytes[index] == UInt8(ascii: ">") { index += 1 }
            let depth = index - start
            // A space in front of the content is stuffed.
            if index < end, bytes[index] == 0x20 { index += 1 }
            let content = bytes[index..<end]
            let isDelimiter = content.elementsEqual("-- ".utf8)
            if let depthBefore = open, depthBefore != depth || isDelimiter {
                output.append(UInt8(ascii: "\n"))
                open = nil
            }
            if open == nil, depth > 0 {
                output += [UInt8](repeating: UInt8(ascii: ">"), count: depth)
                if !content.isEmpty { output.append(0x20) }
            }
            let isFlowed = content.last == 0x20 && !isDelimiter
            output += isFlowed && dropsSpace ? content.dropLast() : content
            open = isFlowed ? depth : nil
            if !isFlowed, hasEnd { output.append(UInt8(ascii: "\n")) }
            start = end + 1
        }
        if open != nil, bytes.last == UInt8(ascii: "\n") { output.append(UInt8(ascii: "\n")) }
        return String(decoding: output, as: UTF8.self)
    }
}
