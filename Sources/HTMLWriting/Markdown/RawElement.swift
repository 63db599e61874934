/// The tags of an element that is written as HTML inside of a paragraph.
struct RawElement {
    var startTag: [UInt8]
    var endTag: [UInt8]
}
