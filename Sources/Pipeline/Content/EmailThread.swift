internal import HTMLParsing
package import JSONParsing

/// An e-mail thread as the API delivers it, checked: messages in order, the newest last.
package struct EmailThread {
    /// What is read of a message.
    package static let messageFields = [
        RecordField("from", .string, help: "The sender."),
        RecordField("body", .string, help: "HTML or plain text."),
        RecordField("blurb", .string, help: "The beginning in one line, which stands for a body that is not loaded."),
        RecordField("content_loaded", .boolean, help: "Whether the body is shown from the start; the default is true."),
    ]

    let subject: String?
    /// The messages, the newest last.
    package let messages: [JSONObject]

    /// Checks the members of a thread.
    ///
    /// - Throws: ``RecordError`` with the path of the first member that is missing or of a wrong kind.
    package init(_ object: JSONObject) throws {
        guard let value = object["messages"] else { throw RecordError("missing; a list of messages was expected", at: ".messages") }
        guard case .array(let list) = try value.decoded() else {
            throw RecordError("expected a list of messages, found \(value.kind.phrase)", at: ".messages")
        }
        subject = object["subject"]?.string
        messages = try list.enumerated().map { index, value in
            let path = ".messages[\(index)]"
            guard case .object(let message) = try value.decoded() else {
                throw RecordError("expected a message, found \(value.kind.phrase)", at: path)
            }
            try RecordField.check(Self.messageFields, of: message, in: path)
            return message
        }
    }

    /// The subject, then sender and body of each message, which is HTML or plain text; the blurb where there is no body. Where the body is
    /// said not to be loaded, the blurb stands for it, if there is one.
    var timeline: HTMLDocument {
        var document = HTMLDocument()
        let article = document.makeElement(.article)
        document.append(article, to: document.root)
        if let subject, !subject.isEmpty {
            let heading = document.makeElement(.h1)
            document.append(document.makeText(subject), to: heading)
            document.append(heading, to: article)
        }
        for message in messages {
            let section = document.makeElement(.section)
            document.append(section, to: article)
            if let sender = message["from"]?.string {
                let heading = document.makeElement(.h2)
                document.append(document.makeText(sender), to: heading)
                document.append(heading, to: section)
            }
            let isLoaded = message["content_loaded"]?.bool ?? true
            let blurb = message["blurb"]?.string
            if let body = message["body"]?.string, isLoaded || blurb?.isEmpty ?? true {
                let content = HTMLDocument(textOrHTML: body)
                for node in content.children(of: content.root) {
                    document.append(document.copy(node, from: content), to: section)
                }
            } else if let blurb {
                let paragraph = document.makeElement(.p)
                document.append(document.makeText(blurb), to: paragraph)
                document.append(paragraph, to: section)
            }
        }
        return document
    }
}
