/// What a label or a folder of a mailbox says about its messages: that they are drafts, spam, or thrown away.
///
/// - SeeAlso: [RFC 6154, special-use mailboxes](https://www.rfc-editor.org/rfc/rfc6154#section-2)
public enum MailboxRole: String, CaseIterable, Sendable {
    case drafts
    case spam
    case trash

    /// Reads a label of Gmail in the languages that Gmail has it in, a flag of a maildir, or the attribute or keyword of a folder in IMAP,
    /// such as `\Junk`.
    ///
    /// - Returns: nil for any other label.
    public init?(label: String) {
        let name = label.lowercased().drop { $0 == "\\" || $0 == "$" }
        guard let role = Self.allCases.first(where: { $0.names.contains(String(name)) }) else { return nil }
        self = role
    }

    /// What labels say, each role once.
    public static func all(of labels: some Sequence<String>) -> [MailboxRole] {
        let roles = Set(labels.compactMap { MailboxRole(label: $0) })
        return allCases.filter(roles.contains)
    }

    /// The names in lower case. Words that also name projects and topics, such as the Dutch "concept", are left out.
    private var names: Set<String> {
        switch self {
        case .drafts: Self.draftNames
        case .spam: Self.spamNames
        case .trash: Self.trashNames
        }
    }

    private static let draftNames: Set = [
        "draft", "drafts", "entwurf", "entwürfe", "brouillon", "brouillons", "borrador", "borradores", "bozza", "bozze", "rascunho",
        "rascunhos", "concepten", "wersje robocze", "wersja robocza", "utkast", "kladde", "kladder", "luonnos", "luonnokset", "koncepty",
        "piszkozat", "piszkozatok", "schiță", "schițe", "taslak", "taslaklar", "πρόχειρα", "πρόχειρο", "черновик", "черновики", "чернетка",
        "чернетки", "下書き", "草稿", "임시보관함", "مسودات", "טיוטות",
    ]
    private static let spamNames: Set = [
        "spam", "junk", "junk e-mail", "junk email", "junkmail", "correo no deseado", "courrier indésirable", "posta indesiderata",
        "lixo eletrônico", "skräppost", "søppelpost", "roskaposti", "спам", "迷惑メール", "垃圾邮件", "垃圾郵件", "스팸함", "ανεπιθύμητα",
    ]
    private static let trashNames: Set = [
        "trash", "trashed", "bin", "deleted", "deleted items", "deleted messages", "papierkorb", "corbeille", "papelera", "cestino",
        "lixeira", "prullenbak", "kosz", "papperskorgen", "papirkurv", "papirkurven", "roskakori", "koš", "lomtár", "coș de gunoi",
        "çöp kutusu", "κάδος απορριμμάτων", "корзина", "кошик", "ゴミ箱", "已删除邮件", "已刪除郵件", "垃圾桶", "휴지통",
    ]
}
