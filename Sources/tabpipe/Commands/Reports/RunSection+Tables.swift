internal import SourcesRemote

// The parts with tables: requests, steps and outputs.
extension RunSection {
    func writeRequests(to page: inout PageWriter) {
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
                page.raw("<tr><td>")
                page.text(host.step)
                page.raw("</td><td>")
                page.text(host.host)
                page.raw("</td><td>")
                page.count(host.requests, at: "\(place)/requests")
                page.raw("</td><td>")
                page.count(host.failed, at: "\(place)/failed")
                page.raw("</td><td>")
                page.count(host.fromCache, at: "\(place)/from_cache")
                page.raw("</td><td>")
                page.bytes(host.bytes, at: "\(place)/bytes")
                page.raw("</td><td>")
                page.seconds(host.seconds, at: "\(place)/seconds")
                page.raw("</td><td>")
                page.seconds(host.secondsWaited, at: "\(place)/waited_seconds")
                page.raw("</td></tr>\n")
            }
        }
    }

    func writeSteps(to page: inout PageWriter) {
        let names = ["step", "type"] + (run.steps.first?.counts.map(\.key) ?? []) + ["time", "share"]
        table("Steps", names, texts: 2, to: &page) { page in
            for (index, step) in run.steps.enumerated() {
                page.raw("<tr><td>")
                page.text(step.path)
                page.raw("</td><td>")
                page.text(step.type)
                page.raw("</td>")
                for (key, count) in step.counts {
                    page.raw(count == 0 ? "<td class=\"none\">" : "<td>")
                    page.count(count, at: "/steps/\(index)/\(key)")
                    page.raw("</td>")
                }
                page.raw("<td>")
                page.seconds(step.seconds, at: "/steps/\(index)/seconds")
                page.raw("</td><td>")
                page.percent(step.share, at: "/steps/\(index)/share")
                page.raw("</td></tr>\n")
            }
        }
    }

    func writeOutputs(to page: inout PageWriter) {
        guard !run.outputs.isEmpty else { return page.raw("<p>The pipeline has no outputs that are files or standard output.</p>") }
        table("Outputs", ["option", "output", "result", "files written", "files unchanged"], texts: 3, to: &page) { page in
            for (index, output) in run.outputs.enumerated() {
                page.raw("<tr><td>")
                page.text(output.place)
                page.raw("</td><td>")
                page.text(output.path)
                page.raw("</td><td>")
                page.text(output.result.rawValue)
                page.raw("</td><td>")
                if let written = output.written { page.count(written, at: "/outputs/\(index)/files_written") }
                page.raw("</td><td>")
                if let unchanged = output.unchanged { page.count(unchanged, at: "/outputs/\(index)/files_unchanged") }
                page.raw("</td></tr>\n")
            }
        }
    }

    /// Writes a table that scrolls on its own where it is too wide.
    ///
    /// - Parameter texts: The number of columns at the left that hold texts. The others hold numbers.
    private func table(_ name: String, _ columns: [String], texts: Int, to page: inout PageWriter, _ rows: (inout PageWriter) -> Void) {
        // The names of regions differ between the runs of a page.
        let label = "\(name), table\(number == 0 ? "" : " \(number + 1)")"
        page.raw("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"\(label)\">\n<table class=\"texts-\(texts)\">\n")
        page.raw("<thead><tr>")
        for column in columns { page.element("th", "scope=\"col\"", text: column) }
        page.raw("</tr></thead>\n<tbody>\n")
        rows(&page)
        page.raw("</tbody>\n</table>\n</div>")
    }
}
