/// The records of each second over the time of a run, as two lines.
struct ThroughputChart {
    private static let (width, height) = (360.0, 132.0)
    private static let (left, right, top, bottom) = (6.0, 354.0, 8.0, 112.0)
    /// Fewer points make no line.
    private static let leastPoints = 3

    private let run: RunRecord

    init(_ run: RunRecord) { self.run = run }

    /// Whether the run was long enough for a line.
    var isWorthwhile: Bool { run.rates.count >= Self.leastPoints && (run.highestRate ?? 0) > 0 }

    func write(to page: inout PageWriter, id: Int) {
        let highest = run.highestRate ?? 1
        let end = run.rates.last?.seconds ?? 1
        func line(_ rate: (RunRate) -> Double) -> String {
            run.rates.map { point in
                let x = Self.left + point.seconds / end * (Self.right - Self.left)
                let y = Self.bottom - rate(point) / highest * (Self.bottom - Self.top)
                return "\(Decimals.text(x, places: 1)),\(Decimals.text(y, places: 1))"
            }
            .joined(separator: " ")
        }
        page.raw("<svg viewBox=\"0 0 360 132\" class=\"chart\" role=\"img\" aria-labelledby=\"chart-\(id)\">")
        page.element("title", "id=\"chart-\(id)\"", text: "Records read and written each second, over the time of the run.")
        for share in [0.0, 0.5, 1.0] {
            let y = Decimals.text(Self.bottom - share * (Self.bottom - Self.top), places: 1)
            page.raw("<line class=\"grid\" x1=\"\(Self.left)\" x2=\"\(Self.right)\" y1=\"\(y)\" y2=\"\(y)\"/>")
        }
        page.raw("<polyline class=\"read\" points=\"\(line(\.read))\"/><polyline class=\"written\" points=\"\(line(\.written))\"/>")
        page.raw("<text x=\"\(Self.left)\" y=\"128\" class=\"path\">0 s</text>")
        page.raw("<text x=\"\(Self.right)\" y=\"128\" class=\"path\" text-anchor=\"end\"><tspan \(page.at("/seconds"))>")
        page.raw("\(Decimals.text(run.seconds, places: 3)) s</tspan></text></svg>")
    }
}
