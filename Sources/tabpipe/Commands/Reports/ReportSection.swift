internal import JSONParsing
internal import Pipeline

/// The part of a report page about one run.
struct ReportSection {
    let run: RunFacts
    let number: Int
    private let level: Int

    /// - Parameters:
    ///   - number: The number of the run, from 0.
    ///   - level: The level of the heading.
    init(_ run: RunFacts, number: Int, level: Int) {
        self.run = run
        self.number = number
        self.level = level
    }

    func write(to page: inout ReportPageWriter) {
        page.raw("<article id=\"run-\(number)\">\n")
        writeHead(to: &page)
        writeCounts(to: &page)
        page.raw("<div class=\"columns\">\n")
        section("The records’ way", "way", to: &page) { FlowDiagram(run).write(to: &$0, id: number) }
        page.raw("<div>\n")
        section("Time of the steps", "time", to: &page, writeTimes)
        section("Throughput", "throughput", to: &page, writeThroughput)
        section("Requests", "requests", to: &page, writeRequests)
        page.raw("</div>\n</div>\n")
        section("Steps", "steps", to: &page, writeSteps)
        section("Outputs", "outputs", to: &page, writeOutputs)
        section("Rejected records", "rejects", to: &page, writeRejects)
        if !(run.notes + run.warnings).isEmpty { section("Notes", "notes", to: &page, writeNotes) }
        page.raw("</article>\n")
    }

    private func section(_ title: String, _ name: String, to page: inout ReportPageWriter, _ content: (inout ReportPageWriter) -> Void) {
        page.raw("<section aria-labelledby=\"\(name)-\(number)\">\n")
        page.element("h\(level + 1)", "id=\"\(name)-\(number)\"", text: title)
        page.raw("\n")
        content(&page)
        page.raw("\n</section>\n")
    }

    private func writeHead(to page: inout ReportPageWriter) {
        page.raw("<header>\n")
        page.element("h\(level)", text: run.pipeline)
        let state = run.exitCode == 0 ? "good" : run.failure == nil ? "fair" : "bad"
        page.raw("\n<p class=\"state \(state)\">")
        page.text("Exit ")
        page.number("\(run.exitCode)", value: "\(run.exitCode)", at: "/exit_code")
        page.text(": \(run.meaning)\(run.isDry ? " (dry run)" : "")")
        page.raw("</p>\n<p class=\"facts\">")
        page.element("span", text: run.file)
        page.raw(" <span><time datetime=\"\(ReportTime.text(run.start))\">\(ReportTime.shown(run.start))</time></span> <span>took ")
        page.seconds(run.seconds, at: "/seconds")
        page.raw("</span> <span>")
        page.number("\(run.jobs)", value: "\(run.jobs)", at: "/jobs")
        page.raw(run.jobs == 1 ? " worker</span> <span>" : " workers</span> <span>")
        page.bytes(run.peakMemory, at: "/peak_memory_bytes")
        page.raw(" of memory at most</span>")
        if let limit = run.limit {
            page.raw(" <span>limit ")
            page.count(limit, at: "/limit")
            page.raw("</span>")
        }
        page.raw("</p>\n")
        if let failure = run.failure {
            page.raw("<p class=\"failure\"><strong>The run failed.</strong> ")
            page.text(failure)
            page.raw("</p>\n")
        }
        page.raw("</header>\n")
    }

    private func writeCounts(to page: inout ReportPageWriter) {
        page.raw("<dl class=\"counts\">\n")
        // Rare results are left out where they are 0.
        for (key, count) in run.counts.named where count > 0 || !["made", "skipped", "unfinished"].contains(key) {
            page.raw("<div class=\"\(key)\"><dt>")
            page.text(key == "written" && run.isDry ? "would be written" : key)
            page.raw("</dt><dd>")
            page.count(count, at: "/counts/\(key)")
            page.raw("</dd></div>\n")
        }
        page.raw("</dl>\n")
    }

    private func writeTimes(to page: inout ReportPageWriter) {
        page.raw("<ul class=\"bars\">\n")
        for (index, step) in run.steps.enumerated() {
            page.raw("<li><span class=\"label\">")
            page.element("b", text: step.type)
            page.text(" \(step.path)")
            page.raw("</span> <span class=\"bar\" aria-hidden=\"true\"><span style=\"width:")
            page.raw("\(FixedDecimals.text(step.share * 100, places: 1))%\"></span></span> <span class=\"amount\">")
            page.seconds(step.seconds, at: "/steps/\(index)/seconds")
            page.raw(" <span>")
            page.percent(step.share, at: "/steps/\(index)/share")
            page.raw("</span></span></li>\n")
        }
        page.raw("</ul>")
    }

    private func writeThroughput(to page: inout ReportPageWriter) {
        let chart = ThroughputChart(run)
        if chart.isWorthwhile {
            chart.write(to: &page, id: number)
            page.raw("<p class=\"legend\"><span class=\"read\">read</span> <span class=\"written\">written</span></p>")
        }
        page.raw("<p>")
        if let rate = run.readPerSecond {
            page.text("Read on average: ")
            page.rate(rate, at: "/read_per_second")
            page.text(". ")
        }
        if let rate = run.highestRate, chart.isWorthwhile {
            page.text("Top of the chart: ")
            page.rate(rate, at: "/throughput/highest_per_second")
            page.text(".")
        } else {
            page.text("The run was too short for a chart.")
        }
        page.raw("</p>")
    }

    private func writeRejects(to page: inout ReportPageWriter) {
        if run.reasons.isEmpty { return page.raw("<p>No record was rejected.</p>") }
        for (index, reason) in run.reasons.enumerated() {
            page.raw("<div class=\"reason\">\n")
            page.element("h\(level + 2)") { page in
                page.count(reason.count, at: "/rejects/reasons/\(index)/count")
                page.text(" × \(reason.reason)")
            }
            page.element("p", "class=\"facts\"") { page in
                page.element("span", text: "\(reason.type) at \(reason.step)")
            }
            for example in reason.examples {
                page.raw("\n<figure><figcaption>")
                page.text(example.origin)
                page.raw("</figcaption><pre>")
                if let record = example.record { page.text(String(record.indentedText.dropLast())) }
                if let beginning = example.beginning { page.text(beginning + " …") }
                page.raw("</pre></figure>")
            }
            page.raw("\n</div>\n")
        }
        guard run.otherRejects > 0 else { return }
        page.raw("<p>")
        page.count(run.otherRejects, at: "/rejects/other_reasons")
        page.text(" more for other reasons.")
        page.raw("</p>")
    }

    private func writeNotes(to page: inout ReportPageWriter) {
        page.raw("<ul class=\"notes\">\n")
        for warning in run.warnings {
            page.element("li") { page in
                page.raw("<strong>Warning:</strong> ")
                page.text(warning)
            }
        }
        for note in run.notes { page.element("li", text: note) }
        page.raw("</ul>")
    }
}

/// The records of each second over the time of a run, as two lines.
private struct ThroughputChart {
    private static let (width, height) = (360.0, 132.0)
    private static let (left, right, top, bottom) = (6.0, 354.0, 8.0, 112.0)
    /// With fewer points, no chart is drawn.
    private static let leastPoints = 3

    private let run: RunFacts

    init(_ run: RunFacts) { self.run = run }

    /// Whether the run was long enough for a line.
    var isWorthwhile: Bool { run.rates.count >= Self.leastPoints && (run.highestRate ?? 0) > 0 }

    func write(to page: inout ReportPageWriter, id: Int) {
        let highest = run.highestRate ?? 1
        let end = run.rates.last?.seconds ?? 1
        func line(_ rate: (RunRate) -> Double) -> String {
            run.rates.map { point in
                let x = Self.left + point.seconds / end * (Self.right - Self.left)
                let y = Self.bottom - rate(point) / highest * (Self.bottom - Self.top)
                return "\(FixedDecimals.text(x, places: 1)),\(FixedDecimals.text(y, places: 1))"
            }
            .joined(separator: " ")
        }
        page.raw("<svg viewBox=\"0 0 360 132\" class=\"chart\" role=\"img\" aria-labelledby=\"chart-\(id)\">")
        page.element("title", "id=\"chart-\(id)\"", text: "Records read and written each second, over the time of the run.")
        for share in [0.0, 0.5, 1.0] {
            let y = FixedDecimals.text(Self.bottom - share * (Self.bottom - Self.top), places: 1)
            page.raw("<line class=\"grid\" x1=\"\(Self.left)\" x2=\"\(Self.right)\" y1=\"\(y)\" y2=\"\(y)\"/>")
        }
        page.raw("<polyline class=\"read\" points=\"\(line(\.read))\"/><polyline class=\"written\" points=\"\(line(\.written))\"/>")
        page.raw("<text x=\"\(Self.left)\" y=\"128\" class=\"path\">0 s</text>")
        page.raw("<text x=\"\(Self.right)\" y=\"128\" class=\"path\" text-anchor=\"end\"><tspan \(page.at("/seconds"))>")
        page.raw("\(FixedDecimals.text(run.seconds, places: 3)) s</tspan></text></svg>")
    }
}
