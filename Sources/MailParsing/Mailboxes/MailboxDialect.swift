/// The ways in which mailboxes in one file keep lines that begin with `From `.
///
/// - SeeAlso: [mbox(5)](https://www.tin.org/bin/man.cgi?section=5&topic=mbox)
package enum MailboxDialect: String, CaseIterable, Sendable {
    /// Recognised: `>From ` is undone, and a length in a header counts where a message ends there.
    case auto
    /// `From ` is written as `>From `, and `>From ` stays.
    case mboxo
    /// Each line of `>` and `From ` gets one more `>`.
    case mboxrd
    /// As mboxo, with the length of the content in the header.
    case mboxcl
    /// Nothing is quoted: the length of the content says where it ends.
    case mboxcl2
}

/// Lines of a mailbox that look like the beginning of a message, and are read as text.
package struct DoubtfulLines: Sendable, Equatable {
    /// Their number.
    package private(set) var count = 0
    /// The place of the first one in the mailbox, in bytes.
    package private(set) var offset = 0

    mutating func add(at offset: Int) {
        if count == 0 { self.offset = offset }
        count += 1
    }

    mutating func add(_ others: DoubtfulLines) {
        if count == 0 { offset = others.offset }
        count += others.count
    }
}
