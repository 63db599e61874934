/// The kinds of inline markup.
enum InlineMark: UInt8 {
    case emphasis, strong, strikethrough, link, rawElement
}
