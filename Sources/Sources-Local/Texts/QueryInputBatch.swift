package import JSONParsing
internal import Pipeline

/// Values that were read together from one input of the command `query`.
package struct QueryInputBatch: Sendable {
    /// One value.
    package struct Element: Sendable {
        package let value: JSONValue
        /// The end of the value, in bytes from the start of the input.
        let end: Int
        /// The number of path steps that cannot be followed from the value; 0 for a value at the end of the path.
        package let missingSteps: Int

        init(value: JSONValue, end: Int, missingSteps: Int = 0) {
            self.value = value
            self.end = end
            self.missingSteps = missingSteps
        }
    }

    package var elements: [Element]
    /// The number of the text that the values are parts of; nil if each is a text of its own.
    package var longText: Int?
    /// Faults of the input that do not end it, for messages.
    package var remarks: [String] = []
    /// The bytes that end with the last value, their offset in the input, and the number of line breaks before them.
    private let chunk: ArraySlice<UInt8>
    private let offset: Int
    private let breaks: Int
    /// The number of lines that were read with each value; nil if it follows from the chunk.
    private var readLines: Int?

    init(_ elements: [Element], of chunk: ArraySlice<UInt8> = [], at offset: Int = 0, breaks: Int = 0, longText: Int? = nil) {
        self.elements = elements
        self.chunk = chunk
        self.offset = offset
        self.breaks = breaks
        self.longText = longText
    }

    /// Makes a batch of values without an input, such as the list of all of them.
    ///
    /// - Parameter readLines: The number of lines that were read.
    package init(_ values: [JSONValue], readLines: Int = 0) {
        self.init(values.map { Element(value: $0, end: 0) })
        self.readLines = readLines
    }

    /// The line on which a value ends, counted from 1, and the number of lines that have been read with it, as jq counts them.
    package func line(of element: Element) -> (number: Int, readLines: Int) {
        if let readLines { return (readLines, readLines) }
        let place = chunk.startIndex + max(0, min(element.end - offset, chunk.count))
        let number = breaks + Lines.count(in: chunk[..<place])
        return (number + 1, number + (chunk[place...].contains(UInt8(ascii: "\n")) ? 1 : 0))
    }
}
