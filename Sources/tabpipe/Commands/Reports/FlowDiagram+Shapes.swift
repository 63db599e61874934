// The shapes of the band. They know places, and no steps.
extension FlowDiagram {
    /// The outline of a band that goes down and turns to the right.
    static func lossPath(from left: Double, _ right: Double, _ top: Double, turningAt y: Double) -> String {
        let inner = y + turn
        let outer = inner + right - left
        let radius = turn + right - left
        return "M\(text(left)) \(text(top))V\(text(y))A\(text(radius)) \(text(radius)) 0 0 0 \(text(right + turn)) \(text(outer))"
            + "H\(text(lossEnd))V\(text(inner))H\(text(right + turn))A\(text(turn)) \(text(turn)) 0 0 1 \(text(right)) \(text(y))"
            + "V\(text(top))Z"
    }

    /// Draws records that come in from the left and turn down.
    func ribbon(made: Double, endingAt x: Double, _ bottom: Double, _ drawing: inout PageWriter) {
        let wide = max(made, 1.2)
        let (left, top) = (x - wide, bottom - Self.turn - wide)
        let radius = Self.text(Self.turn + wide)
        let inner = Self.text(Self.turn)
        drawing.raw(
            "<path class=\"made\" d=\"M2 \(Self.text(top))H\(Self.text(max(2, left - Self.turn)))A\(radius) \(radius) 0 0 1 \(Self.text(x)) "
                + "\(Self.text(bottom))H\(Self.text(left))A\(inner) \(inner) 0 0 0 \(Self.text(max(2, left - Self.turn))) "
                + "\(Self.text(top + wide))H2Z\"/>")
    }

    func band(from top: Double, to bottom: Double, _ left: Double, _ right: Double, _ drawing: inout PageWriter) {
        guard right - left > 0 else { return }
        drawing.raw(
            "<rect class=\"band\" x=\"\(Self.text(left))\" y=\"\(Self.text(top))\" width=\"\(Self.text(max(0.6, right - left)))\" "
                + "height=\"\(Self.text(bottom - top + Self.overlap))\"/>")
    }

    func bar(at y: Double, _ left: Double, _ right: Double, _ drawing: inout PageWriter) {
        drawing.raw(
            "<rect class=\"step\" x=\"\(Self.text(left - 3))\" y=\"\(Self.text(y - 2))\" width=\"\(Self.text(max(0, right - left) + 6))\" "
                + "height=\"4\" rx=\"2\"/>")
    }

    static func text(_ number: Double) -> String { Decimals.text(number, places: 1) }
}
