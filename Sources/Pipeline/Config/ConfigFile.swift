internal import JSONParsing

/// The name and text of a pipeline file, or of a file that it uses, for messages with a line and a caret.
package struct ConfigFile: Equatable, Sendable {
    let name: String
    let text: [UInt8]

    /// The start of a range as `file:line:column`.
    func place(of range: Range<Int>) -> String {
        let position = JSONPosition(offset: range.lowerBound, in: text)
        return "\(name):\(position.line):\(position.column)"
    }
}
