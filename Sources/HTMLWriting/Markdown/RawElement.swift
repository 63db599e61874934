/// The tags of an element that is written as HTML around Markdown.
struct RawElement {
    var startTag: [UInt8]
    var endTag: [UInt8]
}
