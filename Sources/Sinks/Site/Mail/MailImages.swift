/// When images of mail are fetched from other hosts.
enum MailImages: String, CaseIterable, Sendable { case ask, show }
