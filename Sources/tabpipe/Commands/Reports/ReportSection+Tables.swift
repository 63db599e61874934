internal import HTTP
internal import HTTPReading

// The parts with tables: requests, steps and outputs.
extension ReportSection {
    func writeRequests(to page: inout ReportPageWriter) {
        guard run.network.requests > 0 || !run.hosts.isEmpty else { return page.raw("<p>The run sent no requests.</p>") }
        page.raw("<p>")
        page.count(run.network.requests, at: "/requests/sent")
        page.text(" sent, ")
        page.count(run.network.retries, at: "/requests/retries")
        page.text(" of them again after a failure; ")
        page.count(run.network.fromCache, at: "/requests/from_cache")
        page.text(" answered by a cache; ")
        page.bytes(run.network.bytes, at: "/requests/bytes")
        page.text(" received; waited ")
        page.seconds(run.secondsWaited, at: "/requests/waited_seconds")
        page.text(" for rate limits and between attempts.")
        page.raw("</p>\n")
        guard !run.hosts.isEmpty else { return }
        table("Requests by host", ["step", "host", "requests", "failed", "from cache", "bytes", "time", "waited"], texts: 2, to: &page) {
            page in
            for (index, host) in run.hosts.enumerated() {
                let place = "/requests/hosts/\(index)"
                page.row { row in
                    row.cell(text: host.step)
                    row.cell(text: host.host)
                    row.cell { $0.count(host.requests, at: "\(place)/requests") }
                    row.cell { $0.count(host.failed, at: "\(place)/failed") }
                    row.cell { $0.count(host.fromCache, at: "\(place)/from_cache") }
                    row.cell { $0.bytes(host.bytes, at: "\(place)/bytes") }
                    row.cell { $0.seconds(host.seconds, at: "\(place)/seconds") }
                    row.cell { $0.seconds(host.secondsWaited, at: "\(place)/waited_seconds") }
                }
            }
        }
    }

    func writeSteps(to page: inout ReportPageWriter) {
        let names = ["step", "type"] + (run.steps.first?.results.map(\.key) ?? []) + ["time", "share"]
        table("Steps", names, texts: 2, to: &page) { page in
            for (index, step) in run.steps.enumerated() {
                let place = "/steps/\(index)"
                page.row { row in
                    row.cell(text: step.path)
                    row.cell(text: step.type)
                    for (key, count) in step.results {
                        row.element("td", count == 0 ? "class=\"none\"" : "") { $0.count(count, at: "\(place)/\(key)") }
                    }
                    row.cell { $0.seconds(step.seconds, at: "\(place)/seconds") }
                    row.cell { $0.percent(step.share, at: "\(place)/share") }
                }
            }
        }
    }

    func writeOutputs(to page: inout ReportPageWriter) {
        guard !run.outputs.isEmpty else { return page.raw("<p>The pipeline has no outputs that are files or standard output.</p>") }
        table("Outputs", ["option", "output", "result", "files written", "files unchanged"], texts: 3, to: &page) { page in
            for (index, output) in run.outputs.enumerated() {
                let place = "/outputs/\(index)"
                page.row { row in
                    row.cell(text: output.place)
                    row.cell(text: output.path)
                    row.cell(text: output.result.rawValue)
                    row.cell { cell in if let written = output.written { cell.count(written, at: "\(place)/files_written") } }
                    row.cell { cell in if let unchanged = output.unchanged { cell.count(unchanged, at: "\(place)/files_unchanged") } }
                }
            }
        }
    }

    /// Writes a table that scrolls on its own where it is too wide.
    ///
    /// - Parameter texts: The number of columns at the left that hold texts. The others hold numbers.
    private func table(
        _ name: String, _ columns: [String], texts: Int, to page: inout ReportPageWriter, _ rows: (inout ReportPageWriter) -> Void
    ) {
        // The ARIA labels of regions must differ between the runs of a page.
        let label = "\(name), table\(number == 0 ? "" : " \(number + 1)")"
        page.raw("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"\(label)\">\n<table class=\"texts-\(texts)\">\n")
        page.raw("<thead><tr>")
        for column in columns { page.element("th", "scope=\"col\"", text: column) }
        page.raw("</tr></thead>\n<tbody>\n")
        rows(&page)
        page.raw("</tbody>\n</table>\n</div>")
    }
}
