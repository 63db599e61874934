/// When a thread's page loads images of mail from other hosts: after the reader's consent, or at once.
enum MailImages: String, CaseIterable, Sendable { case ask, show }
