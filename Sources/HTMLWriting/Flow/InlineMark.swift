/// The inline markup that can be open around text.
enum InlineMark: UInt8 {
    case emphasis, strong, strikethrough, link, rawElement
}
