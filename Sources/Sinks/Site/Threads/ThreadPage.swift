internal import HTMLParsing
internal import JSONParsing
internal import Pipeline
internal import Stages
internal import WebAddresses

/// Renders the pages of an e-mail thread: a timeline of its messages, the newest last.
struct ThreadPage: Sendable {
    let shell: PageShell
    let reading: MessageReading
    /// The option `ours`: tells whether a message is ours and not from others. If it is nil, the field `is_inbound` tells it.
    let ours: RecordQuery?
    let images: LocalImages

    private static let subject = RecordField("subject", .string, help: "The heading; without one the page is named after who wrote first.")
    private static let sender = RecordField(
        "from", EmailThread.sender.kind, help: "Who it is from, where no message says it.")
    private static let blurb = RecordField("blurb", .string, help: "What the index says of it; the default is the newest message's.")
    private static let read = RecordField("read", .boolean, help: "Whether it has been read; false gives a mark.")

    /// The fields that are read from a thread.
    static let fields = [
        subject, sender, blurb, read,
        RecordField(
            "messages", .list(ThreadMessage.fields), isRequired: true,
            help: "The messages; the option order says how they are put in order, the newest last."),
    ]

    /// Renders the pages of a thread.
    ///
    /// - Parameter context: Provides the files that stages have written, for the images of messages.
    /// - Throws: ``RecordError`` with the path of a value that is missing or has the wrong type.
    func page(_ record: Record, at path: [String], in context: RunContext) throws -> SitePage {
        let object = try record.object()
        func text(_ field: RecordField) throws -> String? {
            try field.string(object[field.name]).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        }
        let thread = try reading.thread(of: record)
        let paths = ThreadPaths(page: path)
        let words = shell.settings.words
        let hasSenders = try thread.messages.contains { try EmailThread.sender(of: $0.object, at: $0.path) != nil }
        var people = ThreadPeople()
        var date: MessageDate?
        var messages: [TimelineMessage] = []
        var files: [MessagePageContent] = []
        var remarks: [String] = []
        for (index, source) in thread.messages.enumerated() {
            // A message is parsed and rendered before the next one, so that one parsed body is in memory at a time.
            let message = try ThreadMessage(source.object, as: source.format, at: source.path) {
                images.dataURL(of: $0, on: path, limit: $1, in: context)
            }
            let isOurs = try ours.map { try $0.isTrue(Record(.object(source.source))) } ?? message.isOurs
            people.add(message.sender, isOurs: isOurs)
            if message.date?.machine != nil { date = message.date }
            let number = index + 1
            let isRemote = message.body == nil && !message.isLoaded
            let address = try isRemote ? shell.settings.bodyAddress?.address(of: source.source, at: source.path) : nil
            let cell = MessageCell(message: message, number: number, address: address, hasSenders: hasSenders, words: words)
            messages.append(TimelineMessage(cell))
            if let body = message.body {
                remarks += body.remarks
                files.append(
                    MessagePageContent(
                        number: number, name: message.sender?.name, date: message.date, body: body, images: shell.settings.mailImages))
            }
        }
        try RecordField.check([Self.sender], of: object)
        var (others, ourNames) = people.names
        if people.isEmpty, let sender = try EmailThread.sender(of: object, at: "") { others = [sender.name] }
        let title = try text(Self.subject) ?? (others + (ourNames ?? [])).first.map { words(.conversationWith, $0) } ?? words(.conversation)
        let blurb = try text(Self.blurb) ?? messages.last?.blurb ?? words(.noMessages)
        let isUnread = try Self.read.boolean(object[Self.read.name]) == false && !messages.isEmpty
        let entry = SiteEntry(
            path: path, title: title,
            kind: .thread(
                SiteEntry.Thread(
                    people: others, ours: ourNames, blurb: blurb, endsWithOurs: people.endsWithOurs, count: messages.count,
                    isUnread: isUnread, date: date)))
        let timeline = Timeline(shell: shell, entry: entry, paths: paths, count: messages.count, sections: TimelineSection.split(messages))
        let newest = timeline.sections.count - 1
        var page = SitePage(path: path, start: timeline.start(of: newest), end: timeline.end(of: newest), entry: entry)
        page.arrangement = thread.arrangement
        page.remarks = remarks
        for section in 0..<newest {
            page.files.append(SiteFile(path: timeline.path(of: section), timeline.page(of: section)))
        }
        if newest > 0 { page.files.append(SiteFile(path: paths.list, MessageList(timeline: timeline).page)) }
        // Shortened once, because each body's page repeats it.
        let subject = MessagePage.subject(title)
        for content in files {
            let path = paths.message(content.number)
            let back = PercentEncoding.relativePath(from: path, to: timeline.path(ofMessage: content.number)) + "#m\(content.number)"
            page.files.append(
                SiteFile(path: path, MessagePage(content: content, subject: subject, back: back, settings: shell.settings).page))
        }
        return page
    }
}

/// The people of a thread for the index: one name for each person, ours apart from others.
struct ThreadPeople {
    private struct Person {
        var name: String
        var hasName: Bool
        var isOurs: Bool
    }

    /// The longest name that the index shows, in characters.
    private static let maxNameCharacters = 100

    private var people: [Person] = []
    private var places: [String: Int] = [:]
    private var isSplit = false
    /// Whether the last message is ours; nil if that message does not say it.
    private(set) var endsWithOurs: Bool?

    var isEmpty: Bool { people.isEmpty }

    /// Adds the sender of the next message. People are told apart by their addresses, and by their names without one.
    ///
    /// - Parameter isOurs: Whether the message is ours; nil if that is unknown.
    mutating func add(_ sender: MessageSender?, isOurs: Bool?) {
        endsWithOurs = isOurs
        if isOurs != nil { isSplit = true }
        guard let sender else { return }
        guard let place = places[sender.person] else {
            places[sender.person] = people.count
            people.append(Person(name: sender.name, hasName: sender.hasName, isOurs: isOurs == true))
            return
        }
        if !people[place].hasName, sender.hasName { (people[place].name, people[place].hasName) = (sender.name, true) }
        if let isOurs { people[place].isOurs = isOurs }
    }

    /// The names in the order of their first messages, each once; ours are nil if no message says whose it is.
    var names: (others: [String], ours: [String]?) {
        func names(_ areOurs: Bool) -> [String] {
            var known: Set<String> = []
            return people.filter { $0.isOurs == areOurs }.map(\.name).filter { known.insert($0).inserted }.map(Self.shortened)
        }
        return (names(false), isSplit ? names(true) : nil)
    }

    private static func shortened(_ name: String) -> String {
        name.utf8.count > maxNameCharacters ? PageMetadata.shortened(name, to: maxNameCharacters) : name
    }
}

/// The paths of the files of a thread: its page, and a folder beside it for all others.
struct ThreadPaths: Sendable {
    /// The page with the newest messages.
    let page: [String]
    private let folder: [String]

    /// - Parameter page: The path of the page, relative to the sink's folder.
    init(page: [String]) {
        self.page = page
        let name = page.last ?? ""
        let suffix = [".html", ".htm"].first { name.lowercased().hasSuffix($0) && name.utf8.count > $0.utf8.count }
        // A folder cannot have the name of the page.
        folder = page.dropLast() + [suffix.map { String(name.dropLast($0.count)) } ?? name + ".messages"]
    }

    /// The page with the body of one message.
    func message(_ number: Int) -> [String] { folder + ["m\(number).html"] }
    /// A page with earlier messages, numbered from 1, the oldest.
    func earlier(_ number: Int) -> [String] { folder + ["earlier-\(number).html"] }
    /// The page that lists all messages.
    var list: [String] { folder + ["all.html"] }
    /// The path that a file of another page in such a folder has beside this page.
    func moved(_ file: [String]) -> [String] { folder + file.suffix(1) }
}
