// The insertion modes before the head: HTML 13.2.6.4.1 to 13.2.6.4.3.

extension HTMLTreeBuilder {
    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    mutating func initialDocumentType(_ token: HTMLDocumentTypeToken) {
        let first = UInt32(truncatingIfNeeded: document.attributeRecords.count)
        for part in [token.name, token.publicIdentifier, token.systemIdentifier] {
            let data = part ?? []
            let range = document.append(data.span)
            document.attributeRecords.append(HTMLAttributeRecord(name: 0, start: range.lowerBound, count: range.count, isLast: false))
        }
        var record = HTMLNodeRecord(.documentType)
        record.first = first
        if token.publicIdentifier != nil { record.flags.insert(.hasPublicIdentifier) }
        if token.systemIdentifier != nil { record.flags.insert(.hasSystemIdentifier) }
        let node = document.add(record)
        document.link(node, asLastChildOf: document.root)
        document.quirksMode = HTMLQuirksMode(token)
        mode = .beforeHTML
    }

    /// Handles a document without a document type.
    mutating func leaveInitial() -> HTMLTokenOutcome {
        document.quirksMode = .quirks
        mode = .beforeHTML
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-html-insertion-mode>
    mutating func beforeHTML(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        guard token.tag == .html else { return leaveBeforeHTML() }
        insert(token)
        mode = .beforeHead
        return .consumed
    }

    mutating func beforeHTML(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .head, .body, .html, .br: leaveBeforeHTML()
        default: .consumed
        }
    }

    mutating func leaveBeforeHTML() -> HTMLTokenOutcome {
        insert(HTMLStartTag(.html))
        mode = .beforeHead
        return .reprocess
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#the-before-head-insertion-mode>
    mutating func beforeHead(_ token: HTMLStartTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .html: return inBody(token)
        case .head:
            insert(token)
            head = stack.last?.node ?? -1
            mode = .inHead
            return .consumed
        default: return leaveBeforeHead()
        }
    }

    mutating func beforeHead(_ token: HTMLEndTag) -> HTMLTokenOutcome {
        switch token.tag {
        case .head, .body, .html, .br: leaveBeforeHead()
        default: .consumed
        }
    }

    mutating func leaveBeforeHead() -> HTMLTokenOutcome {
        _ = beforeHead(HTMLStartTag(.head))
        return .reprocess
    }
}

extension HTMLQuirksMode {
    /// Determines the mode from the document type.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode>
    init(_ token: HTMLDocumentTypeToken) {
        let publicIdentifier = token.publicIdentifier.map(Self.lowercased)
        let systemIdentifier = token.systemIdentifier.map(Self.lowercased)
        let hasSystem = systemIdentifier != nil
        func publicStarts(with words: [String]) -> Bool {
            guard let publicIdentifier else { return false }
            return words.contains { publicIdentifier.hasPrefix($0) }
        }
        let transitional = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"]
        if token.forcesQuirks || token.name != Array("html".utf8) || systemIdentifier == Self.quirkySystem
            || Self.quirkyPublic.contains(publicIdentifier ?? " ") || publicStarts(with: Self.quirkyPrefixes)
            || !hasSystem && publicStarts(with: transitional)
        {
            self = .quirks
        } else if publicStarts(with: ["-//w3c//dtd xhtml 1.0 frameset//", "-//w3c//dtd xhtml 1.0 transitional//"])
            || hasSystem && publicStarts(with: transitional)
        {
            self = .limitedQuirks
        } else {
            self = .noQuirks
        }
    }

    private static func lowercased(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map(\.asciiLowercased), as: UTF8.self)
    }

    private static let quirkySystem = "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"

    private static let quirkyPublic = ["-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"]

    private static let quirkyPrefixes = [
        "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
        "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html 2.0 level 1//", "-//ietf//dtd html 2.0 level 2//",
        "-//ietf//dtd html 2.0 strict level 1//", "-//ietf//dtd html 2.0 strict level 2//", "-//ietf//dtd html 2.0 strict//",
        "-//ietf//dtd html 2.0//", "-//ietf//dtd html 2.1e//", "-//ietf//dtd html 3.0//", "-//ietf//dtd html 3.2 final//",
        "-//ietf//dtd html 3.2//", "-//ietf//dtd html 3//", "-//ietf//dtd html level 0//", "-//ietf//dtd html level 1//",
        "-//ietf//dtd html level 2//", "-//ietf//dtd html level 3//", "-//ietf//dtd html strict level 0//",
        "-//ietf//dtd html strict level 1//", "-//ietf//dtd html strict level 2//", "-//ietf//dtd html strict level 3//",
        "-//ietf//dtd html strict//", "-//ietf//dtd html//", "-//metrius//dtd metrius presentational//",
        "-//microsoft//dtd internet explorer 2.0 html strict//", "-//microsoft//dtd internet explorer 2.0 html//",
        "-//microsoft//dtd internet explorer 2.0 tables//", "-//microsoft//dtd internet explorer 3.0 html strict//",
        "-//microsoft//dtd internet explorer 3.0 html//", "-//microsoft//dtd internet explorer 3.0 tables//",
        "-//netscape comm. corp.//dtd html//", "-//netscape comm. corp.//dtd strict html//", "-//o'reilly and associates//dtd html 2.0//",
        "-//o'reilly and associates//dtd html extended 1.0//", "-//o'reilly and associates//dtd html extended relaxed 1.0//",
        "-//sq//dtd html 2.0 hotmetal + extensions//", "-//softquad software//dtd hotmetal pro 6.0::19990601::extensions to html 4.0//",
        "-//softquad//dtd hotmetal pro 4.0::19971010::extensions to html 4.0//", "-//spyglass//dtd html 2.0 extended//",
        "-//sun microsystems corp.//dtd hotjava html//", "-//sun microsystems corp.//dtd hotjava strict html//",
        "-//w3c//dtd html 3 1995-03-24//", "-//w3c//dtd html 3.2 draft//", "-//w3c//dtd html 3.2 final//", "-//w3c//dtd html 3.2//",
        "-//w3c//dtd html 3.2s draft//", "-//w3c//dtd html 4.0 frameset//", "-//w3c//dtd html 4.0 transitional//",
        "-//w3c//dtd html experimental 19960712//", "-//w3c//dtd html experimental 970421//", "-//w3c//dtd w3 html//",
        "-//w3o//dtd w3 html 3.0//", "-//webtechs//dtd mozilla html 2.0//", "-//webtechs//dtd mozilla html//",
    ]
}
