internal import Pipeline

/// A Sankey diagram of the records of a run, from top to bottom. Widths are counts: kept records go down, dropped records leave to the
/// right, and made records come in from the left.
struct FlowDiagram {
    /// A band of records that leaves at a step.
    private struct Loss {
        let kind: String
        let label: String
        let count: Int
        let place: String
    }

    private static let width = 360.0
    /// The width of a band with all records that were read or made.
    private static let bandWidth = 124.0
    private static let left = 16.0
    /// The x coordinates of the right ends of losses, and of the labels.
    static let lossEnd = 164.0
    private static let labels = 174.0
    /// The radius of the inner side of a turn.
    static let turn = 6.0
    private static let maxTypeLength = 17
    /// The overlap of the rectangles of a band, so that no gap shows between them.
    static let overlap = 0.6

    private let run: RunFacts
    private let unit: Double

    init(_ run: RunFacts) {
        self.run = run
        unit = Self.bandWidth / Double(max(1, run.counts.read + run.counts.made))
    }

    private func width(_ count: Int) -> Double { Double(count) * unit }

    /// Writes the diagram.
    ///
    /// - Parameter id: Distinguishes the diagrams of a page.
    func write(to page: inout ReportPageWriter, id: Int) {
        var drawing = ReportPageWriter()
        drawing.pointer = page.pointer
        var y = 34.0
        var x = Self.left + width(run.counts.made)
        var right = x + width(run.counts.read)
        drawing.raw("<text x=\"\(Self.labels)\" y=\"14\" class=\"total\">")
        number(run.counts.read, "/counts/read", before: "read ", in: &drawing)
        drawing.raw("</text>")
        band(from: 18, to: y, x, right, &drawing)
        let steps = run.steps.enumerated().filter { !$0.element.isSink }
        for (index, step) in steps {
            if step.counts.made > 0 {
                let made = width(step.counts.made)
                // Made records must not cross the losses of the step above.
                let turned = y + Self.turn + made + 4
                band(from: y, to: turned, x, right, &drawing)
                ribbon(made: made, endingAt: x, turned, &drawing)
                y = turned
                x -= made
            }
            let losses = Self.losses(of: step, at: "/steps/\(index)")
            node(step, index, x, right, y, &drawing)
            y = row(losses, from: y, x, &right, &drawing)
        }
        y = sinks(from: y, x, &right, &drawing)
        end(at: y, x, right, &drawing)
        page.raw("<svg viewBox=\"0 0 360 \(Self.text(y + 34))\" class=\"flow\" role=\"img\" aria-labelledby=\"flow-\(id)\">")
        page.element(
            "title", "id=\"flow-\(id)\"", text: "The way of the records through the steps. The table of steps has the same numbers.")
        page.raw(drawing.html)
        page.raw("</svg>")
    }

    private static func losses(of step: StepFacts, at place: String, label: String = "") -> [Loss] {
        let kinds = [
            ("filtered", step.counts.filtered), ("rejected", step.counts.rejected), ("skipped", step.counts.skipped),
            ("unfinished", step.counts.unfinished),
        ]
        return kinds.filter { $0.1 > 0 }.map { Loss(kind: $0.0, label: label + $0.0, count: $0.1, place: "\(place)/\($0.0)") }
    }

    /// Draws all sinks as one step, because every record goes to each of them.
    private func sinks(from y: Double, _ x: Double, _ right: inout Double, _ drawing: inout ReportPageWriter) -> Double {
        let sinks = run.steps.enumerated().filter { $0.element.isSink }
        var losses: [Loss] = []
        for (index, sink) in sinks {
            let own = Self.losses(of: sink, at: "/steps/\(index)", label: sinks.count > 1 ? "\(sink.path) " : "")
            losses += own.filter { $0.kind != "unfinished" }
        }
        // One record can be unfinished in several sinks: the largest count of a sink stands for all.
        if let (index, sink) = sinks.max(by: { $0.element.counts.unfinished < $1.element.counts.unfinished }) {
            losses += Self.losses(of: sink, at: "/steps/\(index)").filter { $0.kind == "unfinished" }
        }
        for (row, (index, sink)) in sinks.enumerated() {
            if row == 0 { bar(at: y, x, right, &drawing) }
            label(sink, index, y + Double(row) * 34, &drawing)
        }
        return row(losses, from: y, x, &right, &drawing, height: Double(max(1, sinks.count) - 1) * 34)
    }

    /// Draws the band from a step down to the next one, and the losses of the step.
    ///
    /// - Returns: The y coordinate of the next step.
    private func row(
        _ losses: [Loss], from top: Double, _ x: Double, _ right: inout Double, _ drawing: inout ReportPageWriter, height: Double = 0
    ) -> Double {
        var y = top + 28 + height
        for loss in losses {
            let wide = max(width(loss.count), 1.2)
            let start = max(x, right - width(loss.count))
            drawing.raw("<path class=\"\(loss.kind)\" d=\"\(Self.lossPath(from: start, start + wide, top, turningAt: y))\"/>")
            let middle = y + Self.turn + wide / 2
            drawing.raw("<text x=\"\(Self.labels)\" y=\"\(Self.text(middle + 4))\">")
            number(loss.count, loss.place, before: "\(loss.label) ", in: &drawing)
            drawing.raw("</text>")
            right = start
            y += max(wide, 12) + 8
        }
        let bottom = losses.isEmpty ? top + 52 + height : y + 20
        band(from: top, to: bottom, x, right, &drawing)
        return bottom
    }

    private func node(_ step: StepFacts, _ index: Int, _ left: Double, _ right: Double, _ y: Double, _ drawing: inout ReportPageWriter) {
        bar(at: y, left, right, &drawing)
        label(step, index, y, &drawing)
    }

    private func label(_ step: StepFacts, _ index: Int, _ y: Double, _ drawing: inout ReportPageWriter) {
        let name = step.type.count > Self.maxTypeLength ? step.type.prefix(Self.maxTypeLength - 1) + "…" : step.type
        drawing.raw("<text x=\"\(Self.labels)\" y=\"\(Self.text(y + 4))\"><tspan class=\"name\">")
        drawing.text(name)
        drawing.raw("</tspan>")
        if step.path != step.type {
            drawing.raw(" <tspan class=\"path\">")
            drawing.text(step.path)
            drawing.raw("</tspan>")
        }
        drawing.raw("</text><text class=\"path\" x=\"\(Self.labels)\" y=\"\(Self.text(y + 19))\">")
        number(step.counts.input, "/steps/\(index)/in", before: "in ", in: &drawing)
        if step.counts.made > 0 { number(step.counts.made, "/steps/\(index)/made", before: " + made ", in: &drawing) }
        drawing.raw("</text>")
    }

    private func end(at y: Double, _ left: Double, _ right: Double, _ drawing: inout ReportPageWriter) {
        if right - left > 0 {
            let middle = Self.text((left + right) / 2)
            let wide = max(right - left, 6) / 2
            drawing.raw(
                "<path class=\"band\" d=\"M\(Self.text((left + right) / 2 - wide)) \(Self.text(y))h\(Self.text(2 * wide))L\(middle) "
                    + "\(Self.text(y + 16))Z\"/>")
        }
        drawing.raw("<text x=\"\(Self.labels)\" y=\"\(Self.text(y + 12))\" class=\"total\">")
        number(run.counts.written, "/counts/written", before: run.isDry ? "would be written " : "written ", in: &drawing)
        drawing.raw("</text>")
    }

    private func number(_ count: Int, _ place: String, before: String, in drawing: inout ReportPageWriter) {
        drawing.text(before)
        drawing.raw("<tspan \(drawing.at(place))>\(FixedDecimals.grouped(count))</tspan>")
    }
}

// The shapes of bands, drawn from coordinates alone.
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
    func ribbon(made: Double, endingAt x: Double, _ bottom: Double, _ drawing: inout ReportPageWriter) {
        let wide = max(made, 1.2)
        let (left, top) = (x - wide, bottom - Self.turn - wide)
        let radius = Self.text(Self.turn + wide)
        let inner = Self.text(Self.turn)
        drawing.raw(
            "<path class=\"made\" d=\"M2 \(Self.text(top))H\(Self.text(max(2, left - Self.turn)))A\(radius) \(radius) 0 0 1 \(Self.text(x)) "
                + "\(Self.text(bottom))H\(Self.text(left))A\(inner) \(inner) 0 0 0 \(Self.text(max(2, left - Self.turn))) "
                + "\(Self.text(top + wide))H2Z\"/>")
    }

    func band(from top: Double, to bottom: Double, _ left: Double, _ right: Double, _ drawing: inout ReportPageWriter) {
        guard right - left > 0 else { return }
        drawing.raw(
            "<rect class=\"band\" x=\"\(Self.text(left))\" y=\"\(Self.text(top))\" width=\"\(Self.text(max(0.6, right - left)))\" "
                + "height=\"\(Self.text(bottom - top + Self.overlap))\"/>")
    }

    func bar(at y: Double, _ left: Double, _ right: Double, _ drawing: inout ReportPageWriter) {
        drawing.raw(
            "<rect class=\"step\" x=\"\(Self.text(left - 3))\" y=\"\(Self.text(y - 2))\" width=\"\(Self.text(max(0, right - left) + 6))\" "
                + "height=\"4\" rx=\"2\"/>")
    }

    static func text(_ number: Double) -> String { FixedDecimals.text(number, places: 1) }
}
