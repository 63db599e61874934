internal import Pipeline

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
}
