import Testing

/// Replies made from the introductions of many mail programs and languages.
@Suite("Made replies") struct MadeReplyTests {
    private struct Form: CustomTestStringConvertible {
        let testDescription: String
        let share: Double
        let replies: [MadeReply]
    }

    private static let forms = [
        Form(
            testDescription: "attributions in plain text, wrapped between 60 and 78 columns and not", share: 0.98,
            replies: MadeReplies.wrapped()),
        Form(testDescription: "attributions in HTML with the markup of programs", share: 0.99, replies: MadeReplies.pages()),
        Form(testDescription: "header blocks", share: 0.99, replies: MadeReplies.headers()),
    ]

    @Test("are split as expected", arguments: forms)
    private func split(_ form: Form) {
        let missed = form.replies.filter { !$0.isRight }
        let right = Double(form.replies.count - missed.count) / Double(form.replies.count)
        let kinds = missed.map(\.kind).joined(separator: "\n")
        #expect(right >= form.share, "\(missed.count) of \(form.replies.count):\n\(kinds)")
    }

    @Test("never lose a sentence of the sender", arguments: forms)
    private func keepsOwn(_ form: Form) {
        for reply in form.replies {
            for sentence in MadeReply.own.split(separator: "\n") {
                #expect(reply.found.contains(sentence.filter { !$0.isWhitespace }), "\(reply.kind)")
            }
        }
    }

    @Test("are many") func count() {
        #expect(MadeTemplates.all.count >= 54)
        #expect(Self.forms.reduce(0) { $0 + $1.replies.count } >= 600)
    }
}
