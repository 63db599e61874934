import TestSupport
import Testing
@testable import MailParsing

/// Messages, one a line: its identifier, and what its headers say: `<` References, `^` In-Reply-To, `#` the provider's thread, `@` the date,
/// `=` the subject. `-` stands for no identifier.
struct ThreadExample: CustomTestStringConvertible {
    let name: String
    let messages: String
    /// The threads: identifiers of messages, or their numbers where they have none.
    let threads: [String]
    var orphans = 0
    var bySubject = false
    var keepsDuplicates = false

    var testDescription: String { name }

    static func message(_ line: Substring) -> MessageThreads.Message {
        var words = line.split(separator: " ").map(String.init)
        var message = MessageThreads.Message(id: nil)
        let id = words.removeFirst()
        if id != "-" { message.id = id }
        for word in words {
            let rest = String(word.dropFirst())
            switch word.first {
            case "<": message.references = rest.split(separator: ",").map(String.init)
            case "^": message.inReplyTo = rest.split(separator: ",").map(String.init)
            case "#": message.thread = rest
            case "@": message.moment = Int(rest)
            default: message.subject = rest.replacing("_", with: " ")
            }
        }
        return message
    }

    static func threads(
        _ messages: [MessageThreads.Message], bySubject: Bool = false, keepsDuplicates: Bool = false
    ) throws -> (threads: [String], list: MessageThreadList, duplicates: [Int]) {
        var threads = MessageThreads(bySubject: bySubject)
        var names: [String] = []
        var duplicates: [Int] = []
        for message in messages {
            switch try threads.add(message, keepsDuplicates: keepsDuplicates) {
            case .added(let number): names.append(message.id ?? String(number))
            case .duplicate(let number): duplicates.append(number)
            }
        }
        #expect(threads.count == names.count)
        let list = threads.threads()
        return ((0..<list.count).map { list.messages(ofThread: $0).map { names[$0] }.joined(separator: " ") }, list, duplicates)
    }
}

@Suite("Threads of messages") struct MessageThreadTests {
    static let links = [
        ThreadExample(name: "nothing", messages: "", threads: []),
        ThreadExample(name: "a reply follows its message", messages: "a\nb ^a", threads: ["a b"]),
        ThreadExample(name: "messages without links stay alone, in their order", messages: "b\na\nc", threads: ["b", "a", "c"]),
        ThreadExample(name: "a reply in front of its message", messages: "b <a\na", threads: ["a b"]),
        ThreadExample(name: "References count before In-Reply-To", messages: "a\nb\nc <a ^b,a", threads: ["a c", "b"]),
        ThreadExample(
            name: "In-Reply-To counts where the last reference is missing", messages: "a\nb\nc <a,x ^b", threads: ["a b c"]),
        ThreadExample(
            name: "an address in In-Reply-To joins no threads that have references", messages: "a\nb\nc <a,x ^ann@home\nd <b,y ^ann@home",
            threads: ["a c", "b d"], orphans: 2),
        ThreadExample(
            name: "an identifier in In-Reply-To joins where there are no references", messages: "b ^a,z\nc ^a\nd ^z",
            threads: ["b c", "d"],
            orphans: 3),
        ThreadExample(name: "a missing parent joins its children", messages: "b <a\nc ^a\nd", threads: ["b c", "d"], orphans: 2),
        ThreadExample(
            name: "missing messages between two that are there", messages: "a\nd <a,b,c\ne <a,b", threads: ["a d e"], orphans: 2),
        ThreadExample(
            name: "missing messages are joined by references that share one of them", messages: "d <a,b,c\nf <b,e\ng <x,y",
            threads: ["d f", "g"], orphans: 3),
        ThreadExample(
            name: "references without their beginning", messages: "a\nb <a\nc <a,b\nd <c\ne <d", threads: ["a b c d e"]),
        ThreadExample(
            name: "references without their middle", messages: "a\nb <a\nc <a,b\nd <a,c\ne <a,d", threads: ["a b c d e"]),
        ThreadExample(name: "references with the newest first", messages: "a\nb <a\nc <b,a\nd <c,b,a", threads: ["a b c d"]),
        ThreadExample(
            name: "a message's own references count more than those of others", messages: "c <a,b\nb <x\na\nx", threads: ["x b c", "a"]),
        ThreadExample(
            name: "a message without references takes the parent that others name", messages: "a\nc <a,b\nb", threads: ["a b c"]),
        ThreadExample(name: "a message that names itself", messages: "a <a ^a\nb <b,a,a,b", threads: ["a b"]),
        ThreadExample(name: "two messages that answer each other", messages: "a ^b\nb ^a\nc ^b", threads: ["b a c"]),
        ThreadExample(name: "a loop of three with a tail", messages: "a <c\nb <a\nc <b\nd <c", threads: ["c a b d"]),
        ThreadExample(name: "a loop in references alone", messages: "x <a,b,a,b\ny <b,a", threads: ["x y"], orphans: 2),
        ThreadExample(name: "messages without identifiers are alone, or answer", messages: "-\n-\na\n- <a", threads: ["0", "1", "a 3"]),
        ThreadExample(name: "identifiers differ in case", messages: "a\nA\nb <A", threads: ["a", "A b"]),
    ]

    static let providers = [
        ThreadExample(name: "numbers of the provider join", messages: "a #1\nb #1\nc #2", threads: ["a b", "c"]),
        ThreadExample(
            name: "numbers of the provider keep apart what references join", messages: "a #1\nb #2 <a\nc #2 <a,b", threads: ["a", "b c"]),
        ThreadExample(
            name: "messages without a number join by references", messages: "a #1\nb <a\nc #1\nd <c", threads: ["a b c d"]),
        ThreadExample(
            name: "a message between two numbers stays with the first", messages: "a #1\nb <a\nc #2 <b", threads: ["a b", "c"]),
        ThreadExample(name: "a number is no identifier", messages: "1\na #1\nb <1", threads: ["1 b", "a"]),
    ]

    static let subjects = [
        ThreadExample(name: "subjects count only if asked", messages: "a =Hi\nb =Re:_Hi", threads: ["a", "b"]),
        ThreadExample(name: "a reply finds its subject", messages: "a =Hi\nb =Re:_hi\nc =AW:__Hi", threads: ["a b c"], bySubject: true),
        ThreadExample(
            name: "two new messages with one subject stay apart",
            messages: "a =Report @1\nb =Report @5\nc =Re:_Report @9\nd =Re:_Report @3",
            threads: ["a d", "b c"], bySubject: true),
        ThreadExample(name: "replies alone are joined", messages: "b =Re:_Hi\nc =Fwd:_Hi", threads: ["b c"], bySubject: true),
        ThreadExample(name: "an empty subject joins nothing", messages: "a =Re:\nb =Re:\nc", threads: ["a", "b", "c"], bySubject: true),
        ThreadExample(
            name: "links count before subjects", messages: "a =Hi\nb =Bye\nc =Re:_Bye <a", threads: ["a c", "b"], bySubject: true),
        ThreadExample(
            name: "threads of the provider are complete", messages: "a =Hi #1\nb =Re:_Hi\nc =Re:_Hi #2", threads: ["a", "b", "c"],
            bySubject: true),
        ThreadExample(
            name: "a reply to a missing message finds its subject", messages: "a =Hi\nb =Re:_Hi <x\nc =Re:_Hi <x", threads: ["a b c"],
            orphans: 2, bySubject: true),
    ]

    static let subjectDates = [
        ThreadExample(
            name: "equal dates: a reply joins the thread in front of it", messages: "a =Hi @1\nb =Re:_Hi @1\nc =Hi @1\nd =Re:_Hi @1",
            threads: ["a b", "c d"], bySubject: true),
        ThreadExample(
            name: "no dates: a reply joins the thread in front of it", messages: "a =Hi\nb =Re:_Hi\nc =Hi\nd =Re:_Hi",
            threads: ["a b", "c d"], bySubject: true),
        ThreadExample(
            name: "no dates: a reply in front of all joins the first thread", messages: "b =Re:_Hi\na =Hi\nc =Hi", threads: ["b a", "c"],
            bySubject: true),
        ThreadExample(
            name: "a missing date is that of the message in front", messages: "a =Hi @5\nb =Re:_Hi\nc =Hi @9\nd =Re:_Hi\ne =Re:_Hi @6",
            threads: ["a b e", "c d"], bySubject: true),
        ThreadExample(
            name: "missing dates at the beginning are the first one", messages: "a =Hi\nb =Re:_Hi\nc =Hi @9\nd =Re:_Hi @9",
            threads: ["a b", "c d"], bySubject: true),
    ]

    static let order = [
        ThreadExample(name: "by date", messages: "c <a @3\nb <a @2\na @1", threads: ["a b c"]),
        ThreadExample(name: "a wrong clock puts no reply in front of its message", messages: "a @5\nb <a @1\nc <b @6", threads: ["a b c"]),
        ThreadExample(
            name: "replies to a message from the future come behind it, by their own dates",
            messages: "a @90\nb <a @3\nc <a @2\nd <b @1\ne <c @4", threads: ["a c b d e"]),
        ThreadExample(
            name: "a wrong clock moves its own branch alone", messages: "a @1\nb <a @90\nc <b @2\nd <a @3\ne <d @4",
            threads: ["a d e b c"]),
        ThreadExample(
            name: "a wrong clock, and a missing message in between", messages: "a @5\nc <a,b @1\nd <x,a,b @2", threads: ["a c d"],
            orphans: 2),
        ThreadExample(
            name: "a wrong clock in a thread of the provider", messages: "b #1 <a @1\na #1 @5\nc #1 @3", threads: ["c a b"]),
        ThreadExample(name: "equal dates: a reply after its message", messages: "c <b @1\nb <a @1\na @1", threads: ["a b c"]),
        ThreadExample(name: "equal dates: as they came", messages: "a @1\nc <a @1\nb <a @1\nd <c @1", threads: ["a c b d"]),
        ThreadExample(name: "no dates: as they came, a reply after its message", messages: "d <c\na\nc <a\nb <a", threads: ["a c d b"]),
        ThreadExample(
            name: "without a date, behind the message that is answered", messages: "a @1\nx <a\nb <a @2\ny <b", threads: ["a x b y"]),
        ThreadExample(name: "a root without a date, in front of its answers", messages: "c <a @3\nb <a @2\na", threads: ["a b c"]),
        ThreadExample(
            name: "without a date and a link, behind the message in front", messages: "a #1 @1\nb #1 @5\nx #1\nc #1 @3",
            threads: ["a c b x"]),
        ThreadExample(name: "without a date at the beginning", messages: "x #1\na #1 @2\nb #1 @1", threads: ["b x a"]),
        ThreadExample(
            name: "without dates, a reply stays behind its message across trees", messages: "p #1 @1\nc #1 <r\nq #1 @9\nr #1",
            threads: ["p q r c"]),
        ThreadExample(name: "a missing message between equal dates", messages: "c <a,b @1\na @1", threads: ["a c"], orphans: 1),
    ]

    @Test("are those that links make", arguments: links + providers + subjects + subjectDates + order) func joins(_ example: ThreadExample)
        throws
    {
        let messages = example.messages.split(separator: "\n").map(ThreadExample.message)
        let (threads, list, duplicates) = try made(messages, example)
        #expect(threads == example.threads)
        #expect(list.orphanCount == example.orphans)
        #expect(duplicates.isEmpty)
    }

    private func made(
        _ messages: [MessageThreads.Message], _ example: ThreadExample
    ) throws -> (threads: [String], list: MessageThreadList, duplicates: [Int]) {
        try ThreadExample.threads(messages, bySubject: example.bySubject, keepsDuplicates: example.keepsDuplicates)
    }

    @Test("do not depend on the order of the messages", arguments: (links + providers).filter { !$0.messages.contains("-") })
    func isStable(_ example: ThreadExample) throws {
        // Where headers contradict each other, the first message decides.
        let isContradictory =
            example.name.contains("loop") || example.name.contains("two numbers")
            || example.name.contains("each other") || example.name.contains("newest first")
        if isContradictory { return }
        func sets(_ messages: [MessageThreads.Message]) throws -> Set<Set<Substring>> {
            Set(try ThreadExample.threads(messages).threads.map { Set($0.split(separator: " ")) })
        }
        let messages = example.messages.split(separator: "\n").map(ThreadExample.message)
        let expected = try sets(messages)
        #expect(try sets(messages.reversed()) == expected)
        for shift in messages.indices { #expect(try sets(Array(messages[shift...] + messages[..<shift])) == expected) }
    }

    @Test(
        "tell where references alone join several subjects",
        arguments: [
            ("a =Hi\nb =Re:_hi <a\nc <b", []), ("a =Hi\nb =Bye <a\nc =Hi\nd =Re:_Hi <c", [0]), ("a =Re:\nb =Hi <a\nc =Bye <b", [0]),
            ("x =Bye\na =Hi <s\nb =Bye <s", [1]), ("a =Hi #1\nb =Bye #1 <a", []), ("a =Hi\nb =Bye #1 <a", []),
        ])
    func severalSubjects(_ lines: String, _ threads: [Int]) throws {
        let messages = lines.split(separator: "\n").map(ThreadExample.message)
        #expect(try ThreadExample.threads(messages).list.withSeveralSubjects == threads)
    }

    @Test("name the message that began them") func roots() throws {
        let messages = ["c <a,b @1", "a @2", "d <x", "e #7 @3", "f #7 @2"].map { ThreadExample.message($0[...]) }
        let list = try ThreadExample.threads(messages).list
        #expect((0..<list.count).map { list.root(ofThread: $0) } == [1, 2, 4])
    }

    @Test("find duplicates, and keep them if asked") func duplicates() throws {
        let messages = ["a", "b <a", "b <x", "a"].map { ThreadExample.message($0[...]) }
        let dropping = try ThreadExample.threads(messages)
        #expect(dropping.threads == ["a b"])
        #expect(dropping.duplicates == [1, 0])
        #expect(try ThreadExample.threads(messages, keepsDuplicates: true).threads == ["a b b a"])
    }

    @Test("take linear time for long chains, and no stack", .startsOnIdlePool, .timeLimit(.minutes(5)), arguments: [true, false])
    func chain(
        _ isReversed: Bool
    ) throws {
        let count = 100_000
        var messages = (0..<count).map { MessageThreads.Message(id: "m\($0)", references: (max(0, $0 - 3)..<$0).map { "m\($0)" }) }
        if isReversed { messages.reverse() }
        let threads = try ThreadExample.threads(messages, bySubject: true)
        try #require(threads.list.count == 1)
        let order = threads.list.messages(ofThread: 0)
        #expect(order == (isReversed ? (0..<count).reversed() : Array(0..<count)))
    }

    @Test("stay linear with one parent, one subject, and long lists of references", .startsOnIdlePool, .timeLimit(.minutes(5))) func wide()
        throws
    {
        let star = (0..<20_000).map { MessageThreads.Message(id: "m\($0)", references: ["root"], subject: "Re: x", moment: $0 % 7) }
        #expect(try ThreadExample.threads(star, bySubject: true).list.count == 1)
        let subjects = (0..<20_000).map { MessageThreads.Message(id: "m\($0)", subject: $0 % 2 == 0 ? "x" : "Re: x", moment: $0) }
        #expect(try ThreadExample.threads(subjects, bySubject: true).list.count == 10_000)
        // Of a list that is too long, the first and the last references count.
        let long = MessageThreads.Message(id: "z", references: (0..<100_000).map { "r\($0)" })
        let ends = ["r0", "r50000", "r99999"].map { MessageThreads.Message(id: $0) }
        #expect(try ThreadExample.threads(ends + [long]).threads == ["r0 r99999 z", "r50000"])
    }

    @Test(
        "have identifiers with and without brackets",
        arguments: [
            ("<a@b>", ["a@b"]), ("<a@b> <c@d>", ["a@b", "c@d"]), ("a@b c@d", ["a@b", "c@d"]), ("", []), ("  ", []), ("<>", []),
            ("Ann's message of \"Monday\" <a@b> (comment)", ["a@b"]), ("<a@b\r\n c>", ["a@bc"]), ("<a@b><c@d", ["a@b"]),
            ("<<a@b>>", ["a@b"]), (">a@b<", []), ("\t a@b \r\n", ["a@b"]),
        ])
    func identifiers(_ text: String, _ ids: [String]) {
        #expect(MessageIDs.read(text) == ids)
    }

    @Test(
        "have identifiers of their own",
        arguments: [("<a@b>", "a@b"), (" a b ", "a b"), ("a", "a"), ("", nil), (" \t", nil), ("<>", nil), ("x <a@b> y", "a@b")])
    func identifier(_ text: String, _ id: String?) {
        #expect(MessageIDs.readOne(text) == id)
    }
}
