extension HTMLTreeBuilder {
    /// Processes text without NUL.
    mutating func characters(_ range: Range<Int>, in bytes: Span<UInt8>) {
        var start = range.lowerBound
        let end = range.upperBound
        if skipsLineFeed, start < end {
            skipsLineFeed = false
            if bytes[start] == 0x0A { start &+= 1 }
        }
        while start < end {
            if let current = adjustedCurrent, current.namespace != .html,
                !current.traits.contains(.mathMLTextIntegrationPoint), !current.traits.contains(.htmlIntegrationPoint)
            {
                insertText(start..<end, in: bytes)
                if framesetIsOK, firstNonSpace(start..<end, in: bytes) < end { framesetIsOK = false }
                return
            }
            start = characters(from: start, to: end, in: bytes)
        }
    }

    /// Processes some of the text by the rules of the insertion mode.
    ///
    /// - Returns: The start of the rest. The insertion mode may have changed.
    @inline(__always)
    private mutating func characters(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
        switch mode {
        case .inBody, .inCaption, .inCell, .inTemplate:
            textInBody(start..<end, in: bytes)
            return end
        case .text:
            insertText(start..<end, in: bytes)
            return end
        case .inTableText:
            tableText.append(span: bytes.extracting(start..<end))
            return end
        case .inTable, .inTableBody, .inRow:
            if currentTag.isTableStructure || currentTag == .template {
                startTableText()
                return start
            }
            isFosterParenting = true
            textInBody(start..<end, in: bytes)
            isFosterParenting = false
            return end
        default:
            return charactersOutsideBody(from: start, to: end, in: bytes)
        }
    }

    /// Processes text in the modes that treat white space apart from other characters.
    private mutating func charactersOutsideBody(from start: Int, to end: Int, in bytes: Span<UInt8>) -> Int {
        let split = firstNonSpace(start..<end, in: bytes)
        if split > start {
            switch mode {
            case .initial, .beforeHTML, .beforeHead: break
            case .afterBody, .afterAfterBody, .afterAfterFrameset: textInBody(start..<split, in: bytes)
            default: insertText(start..<split, in: bytes)
            }
        }
        if split == end { return end }
        switch mode {
        case .inFrameset, .afterFrameset, .afterAfterFrameset: return firstSpace(split..<end, in: bytes)
        case .inColumnGroup where currentTag != .colgroup: return firstSpace(split..<end, in: bytes)
        default:
            _ = leaveForText()
            return split
        }
    }

    /// Runs the "anything else" rule of the modes outside the body for text that is not white space. The caller then reprocesses the text.
    private mutating func leaveForText() -> HTMLTokenOutcome {
        switch mode {
        case .initial: leaveInitial()
        case .beforeHTML: leaveBeforeHTML()
        case .beforeHead: leaveBeforeHead()
        case .inHead: leaveHead()
        case .inHeadNoscript: leaveHeadNoscript()
        case .afterHead: leaveAfterHead()
        case .inColumnGroup: leaveColumnGroup()
        case .afterBody, .afterAfterBody: leaveAfterBody()
        default: .consumed
        }
    }

    mutating func nullCharacter() {
        skipsLineFeed = false
        if let current = adjustedCurrent, current.namespace != .html,
            !current.traits.contains(.mathMLTextIntegrationPoint), !current.traits.contains(.htmlIntegrationPoint)
        {
            insertText(0..<3, in: "\u{FFFD}".utf8.span)
            return
        }
        // In these modes, NUL first ends the mode, as any other text does. The mode after it decides what happens to NUL.
        while true {
            switch mode {
            case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead, .afterBody, .afterAfterBody: _ = leaveForText()
            case .inColumnGroup where currentTag == .colgroup: _ = leaveForText()
            default: return
            }
        }
    }

    /// Processes text by the rules of the mode "in body".
    @inline(__always)
    mutating func textInBody(_ range: Range<Int>, in bytes: Span<UInt8>) {
        reconstructFormatting()
        insertText(range, in: bytes)
        if framesetIsOK, firstNonSpace(range, in: bytes) < range.upperBound { framesetIsOK = false }
    }

    func firstNonSpace(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, bytes[index].isHTMLWhitespace { index &+= 1 }
        return index
    }

    private func firstSpace(_ range: Range<Int>, in bytes: Span<UInt8>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, !bytes[index].isHTMLWhitespace { index &+= 1 }
        return index
    }
}
