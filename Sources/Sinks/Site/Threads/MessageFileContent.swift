/// What the page of one message shows.
struct MessageFileContent: Sendable {
    /// The number in the thread, from 1.
    let number: Int
    let name: String?
    let date: MessageDate?
    /// The sender's own text, as it is shown without scripts.
    let own: String
    /// The quoted text, as it is shown without scripts.
    let quoted: String?
    /// Whether the mail sets colors, which are designed for a white background.
    let hasColors: Bool

    /// - Parameter images: Whether images of other hosts are shown.
    init(number: Int, name: String?, date: MessageDate?, body: MailBody, images: MailImages) {
        self.number = number
        self.name = name
        self.date = date
        (own, quoted) = body.standalone(images: images)
        hasColors = body.hasColors
    }
}
