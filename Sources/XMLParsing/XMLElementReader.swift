public import HTMLParsing

/// Reads the elements at some paths of a document, one by one. The rest of the document is checked and skipped.
///
///     var reader = XMLElementReader(paths: paths)
///     for chunk in chunks {
///         var elements: [XMLFoundElement] = []
///         try reader.feed(chunk.span, into: &elements)
///     }
///     try reader.finish()
///
/// An element inside of a collected one is part of it, and not found again. Do not use the reader again after an error.
public struct XMLElementReader: ~Copyable, Sendable {
    private var reader: XMLReader
    private var collector: ElementCollector
    private let maxElementBytes: Int

    /// Creates a reader at the start of a document.
    ///
    /// - Parameters:
    ///   - paths: The paths of the elements to read.
    ///   - limits: The limits; what exceeds them is an error.
    ///   - encoding: The encoding that the transport names, as for ``XMLReader``.
    ///   - mending: The faults that do not end the reading.
    public init(paths: [XMLPath], limits: XMLLimits = .standard, encoding: HTMLEncoding? = nil, mending: XMLMending = []) {
        reader = XMLReader(limits: limits, encoding: encoding, mending: mending)
        collector = ElementCollector(paths: paths, maxBytes: limits.maxElementBytes)
        maxElementBytes = limits.maxElementBytes
    }

    /// The root element without its content, as soon as its tag was read.
    public var root: XMLElement? { collector.root }

    /// The first fault in the document that was mended; nil if none was.
    public var firstMend: XMLError? { reader.firstMend }

    /// Reads the next chunk.
    ///
    /// - Parameters:
    ///   - chunk: The bytes that follow the previous chunk.
    ///   - elements: The elements that end in the chunk are appended, also those in front of an error.
    public mutating func feed(_ chunk: Span<UInt8>, into elements: inout [XMLFoundElement]) throws(XMLError) {
        defer { collector.move(to: &elements) }
        do throws(XMLError) { try reader.feed(chunk, into: &collector) } catch {
            // The element that is too long comes before the fault in the document.
            try checkSize()
            throw error
        }
        try checkSize()
    }

    /// Ends the document. Tags that were cut are read here, so that elements may end.
    public mutating func finish(into elements: inout [XMLFoundElement]) throws(XMLError) {
        defer { collector.move(to: &elements) }
        try reader.finish(into: &collector)
        try checkSize()
    }

    private func checkSize() throws(XMLError) {
        guard let start = collector.startOfLongElement else { return }
        throw XMLError(.elementTooLong(limit: maxElementBytes), at: start)
    }
}

/// An element that an ``XMLElementReader`` found.
public struct XMLFoundElement: Sendable {
    /// The index of the path in the reader's list.
    public let path: Int
    /// The element.
    public let element: XMLElement
    /// The position of its start tag in the document.
    public let position: XMLPosition
    /// The elements around it without their content, the root first.
    public let outer: [XMLElement]
    /// Its length in bytes, as ``XMLLimits/maxElementBytes`` counts it.
    public let bytes: Int
}

/// Builds the elements at the paths.
private struct ElementCollector: XMLSink, Sendable {
    private let paths: [XMLPath]
    private let maxBytes: Int
    private var found: [XMLFoundElement] = []
    /// For each open element outside of a collected one, the paths that match so far.
    private var candidates: [[Int]] = []
    /// The open elements outside of a collected one, without their content, the outermost first.
    private var outer: [XMLElement] = []
    private(set) var root: XMLElement?
    /// The collected element and the open ones in it, the outermost first.
    private var open: [XMLElement] = []
    /// The text after the last tag in the collected element.
    private var pendingText: [UInt8] = []
    private var path = 0
    private var start = XMLPosition(line: 1, column: 1)
    private var bytes = 0
    /// The start of the first element that is longer than the limit. After it, nothing is collected.
    private(set) var startOfLongElement: XMLPosition?

    init(paths: [XMLPath], maxBytes: Int) {
        self.paths = paths
        self.maxBytes = maxBytes
    }

    mutating func move(to elements: inout [XMLFoundElement]) {
        elements += found
        found.removeAll(keepingCapacity: true)
    }

    mutating func startElement(_ tag: XMLStartTag) {
        guard startOfLongElement == nil else { return }
        if root == nil { root = XMLElement(name: tag.name, attributes: tag.attributes) }
        if open.isEmpty {
            let depth = candidates.count
            let fitting = (candidates.last ?? Array(paths.indices)).filter {
                paths[$0].depth > depth && paths[$0].matches(tag.name, atDepth: depth)
            }
            guard let path = fitting.first(where: { paths[$0].depth == depth + 1 }) else {
                candidates.append(fitting)
                outer.append(XMLElement(name: tag.name, attributes: tag.attributes))
                return
            }
            (self.path, start, bytes) = (path, tag.position, 0)
        }
        closeText()
        count(XMLLimits.elementBytes + tag.name.written.utf8.count)
        for attribute in tag.attributes { count(XMLLimits.attributeBytes + attribute.name.written.utf8.count + attribute.value.utf8.count) }
        guard startOfLongElement == nil else { return }
        open.append(XMLElement(name: tag.name, attributes: tag.attributes))
    }

    mutating func text(_ text: Span<UInt8>) {
        guard !open.isEmpty, startOfLongElement == nil else { return }
        count(text.count)
        pendingText.append(contentsOf: unsafe text.withUnsafeBufferPointer { unsafe Array($0) })
    }

    mutating func endElement() {
        guard startOfLongElement == nil else { return }
        guard !open.isEmpty else {
            candidates.removeLast()
            outer.removeLast()
            return
        }
        closeText()
        let element = open.removeLast()
        if open.isEmpty {
            found.append(XMLFoundElement(path: path, element: element, position: start, outer: outer, bytes: bytes))
        } else {
            open[open.count - 1].content.append(.element(element))
        }
    }

    /// Adds to the length of the collected element.
    private mutating func count(_ length: Int) {
        bytes += length
        guard bytes > maxBytes else { return }
        startOfLongElement = start
        open = []
        pendingText = []
    }

    private mutating func closeText() {
        guard !pendingText.isEmpty, !open.isEmpty else { return }
        open[open.count - 1].content.append(.text(String(decoding: pendingText, as: UTF8.self)))
        pendingText.removeAll(keepingCapacity: true)
    }
}
