/// The namespace of an element.
public enum HTMLNamespace: UInt8, Sendable {
    /// HTML: http://www.w3.org/1999/xhtml
    case html
    /// SVG: http://www.w3.org/2000/svg
    case svg
    /// MathML: http://www.w3.org/1998/Math/MathML
    case mathML
}
