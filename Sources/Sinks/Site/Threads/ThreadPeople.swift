internal import Stages

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
    /// Whether the last message is ours; nil if no message says whose it is.
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
        name.utf8.count > maxNameCharacters ? PageHead.shortened(name, to: maxNameCharacters) : name
    }
}
