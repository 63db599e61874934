/// The CSS properties that decide which content is visible, on which line it stands and how its white space is shown. The raw values are
/// bits of a set.
enum HTMLStyleProperty: UInt16 {
    case width = 0x1
    case height = 0x2
    case display = 0x4
    case opacity = 0x8
    case overflow = 0x10
    case fontSize = 0x20
    case visibility = 0x40
    case maxHeight = 0x80
    case fontWeight = 0x100
    case whiteSpace = 0x200
    case maxWidth = 0x400
    /// A padding above or below the content.
    case padding = 0x800
    case margin = 0x1000
    case marginTop = 0x2000
    case marginBottom = 0x4000
    /// `float` and `position`, which can take an element out of its line.
    case placement = 0x8000

    /// Finds the property with this name; nil for all other properties.
    init?(_ bytes: [UInt8], _ name: Range<Int>) {
        switch name.count {
        case 5 where bytes.matches("width", name): self = .width
        case 5 where bytes.matches("float", name): self = .placement
        case 6 where bytes.matches("height", name): self = .height
        case 6 where bytes.matches("margin", name): self = .margin
        case 7 where bytes.matches("display", name): self = .display
        case 7 where bytes.matches("opacity", name): self = .opacity
        case 7 where bytes.matches("padding", name): self = .padding
        case 8 where bytes.matches("overflow", name): self = .overflow
        case 8 where bytes.matches("position", name): self = .placement
        case 9 where bytes.matches("font-size", name): self = .fontSize
        case 9 where bytes.matches("max-width", name): self = .maxWidth
        case 10 where bytes.matches("visibility", name): self = .visibility
        case 10 where bytes.matches("max-height", name): self = .maxHeight
        case 10 where bytes.matches("margin-top", name): self = .marginTop
        case 11 where bytes.matches("font-weight", name): self = .fontWeight
        case 11 where bytes.matches("white-space", name): self = .whiteSpace
        case 11 where bytes.matches("padding-top", name): self = .padding
        case 13 where bytes.matches("margin-bottom", name): self = .marginBottom
        case 14 where bytes.matches("padding-bottom", name): self = .padding
        default: return nil
        }
    }
}
