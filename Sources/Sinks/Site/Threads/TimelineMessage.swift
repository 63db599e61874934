internal import Stages

/// A message as the pages of its thread need it, without its parsed body.
struct TimelineMessage: Sendable {
    /// The number in the thread, from 1, the oldest.
    let number: Int
    let sender: String?
    let date: MessageDate?
    let blurb: String
    /// The beginning of the text, if the blurb differs from it.
    let beginning: String?
    /// The cell with what is known before the body arrives.
    let cell: Markup
    /// The body, which follows all cells; nil if there is none.
    let body: Markup?
    /// Whether images of other hosts wait for the reader.
    let hasImages: Bool
    /// Whether the page fetches the body.
    let isRemote: Bool

    init(_ cell: MessageCell) {
        let message = cell.message
        number = cell.number
        sender = message.sender?.name
        date = message.date
        blurb = message.blurb
        beginning = message.beginning
        self.cell = cell.markup
        body = cell.body
        hasImages = message.body.map { $0.remoteImages > 0 } ?? false
        isRemote = cell.address != nil
    }
}
