import MailParsing
import TestSupport
import Testing

struct SubjectExample: CustomTestStringConvertible {
    let subject: String
    let key: String
    let isReply: Bool
    let heading: String

    init(_ subject: String, _ key: String, isReply: Bool, heading: String) {
        self.subject = subject
        self.key = key
        self.isReply = isReply
        self.heading = heading
    }

    var testDescription: String { subject }
}

@Suite("The base subject") struct BaseSubjectTests {
    static let examples = [
        SubjectExample("Hello", "hello", isReply: false, heading: "Hello"),
        SubjectExample("Re: Hello", "hello", isReply: true, heading: "Hello"),
        SubjectExample("  RE :\tHello \t there ", "hello there", isReply: true, heading: "Hello \t there"),
        SubjectExample("Re: Fwd: AW: Hello", "hello", isReply: true, heading: "Hello"),
        SubjectExample("Re[2]: Hello", "hello", isReply: true, heading: "Hello"),
        SubjectExample("Re(3): Hello", "hello", isReply: true, heading: "Hello"),
        SubjectExample("Re^2: Hello", "hello", isReply: true, heading: "Hello"),
        SubjectExample("[list] Hello", "hello", isReply: false, heading: "[list] Hello"),
        SubjectExample("Re: [list] Hello", "hello", isReply: true, heading: "[list] Hello"),
        SubjectExample("[list] Re: Hello", "hello", isReply: true, heading: "[list] Hello"),
        SubjectExample("[a][b] re: [c] fw: Hello", "hello", isReply: true, heading: "[a][b] [c] Hello"),
        SubjectExample("[list]", "[list]", isReply: false, heading: "[list]"),
        SubjectExample("Re: [list]", "[list]", isReply: true, heading: "[list]"),
        SubjectExample("Hello (fwd)", "hello", isReply: true, heading: "Hello (fwd)"),
        SubjectExample("Hello (FWD) (fwd) ", "hello", isReply: true, heading: "Hello (FWD) (fwd)"),
        SubjectExample("[Fwd: Hello]", "hello", isReply: true, heading: "[Fwd: Hello]"),
        SubjectExample("[fwd: [fwd: Re: Hello]]", "hello", isReply: true, heading: "[fwd: [fwd: Re: Hello]]"),
        SubjectExample("回复：你好", "你好", isReply: true, heading: "你好"),
        SubjectExample("转发：你好", "你好", isReply: true, heading: "你好"),
        SubjectExample("Réponse: oui", "réponse: oui", isReply: false, heading: "Réponse: oui"),
        SubjectExample("Regarding: x", "regarding: x", isReply: false, heading: "Regarding: x"),
        SubjectExample("Re x", "re x", isReply: false, heading: "Re x"),
        SubjectExample("Re:", "", isReply: true, heading: "Re:"),
        SubjectExample("", "", isReply: false, heading: ""),
        SubjectExample("[open Hello", "[open hello", isReply: false, heading: "[open Hello"),
    ]

    @Test("is a subject without what replies and forwards add", arguments: examples) func reads(_ example: SubjectExample) {
        let base = BaseSubject(example.subject)
        #expect(base.key == example.key)
        #expect(base.isReply == example.isReply)
        #expect(BaseSubject.heading(example.subject) == example.heading)
    }

    @Test(
        "is read in linear time", .startsOnIdlePool, .timeLimit(.minutes(5)),
        arguments: ["[a]", "re: ", "[fwd:", "(fwd)", "[", " ", "re[", "^", "[a] re: ", "[a] "])
    func hostile(_ piece: String) {
        for text in [
            String(repeating: piece, count: 5_000), String(repeating: piece, count: 5_000) + String(repeating: "]", count: 5_000),
        ] {
            for subject in [text, text + "re: x"] {
                _ = BaseSubject(subject)
                _ = BaseSubject.heading(subject)
            }
        }
    }
}
