internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The report as one page, which loads nothing and runs no script.
struct ReportPage {
    private let runs: [RunFacts]

    init(_ runs: [RunFacts]) { self.runs = runs }

    var html: String {
        var page = ReportPageWriter()
        let title = runs.count == 1 ? runs[0].pipeline : "\(runs.count.counted("pipeline"))"
        page.raw(ReportFormat.html.beginning)
        page.raw("<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        // Content of records is escaped. The policy blocks scripts and loads even if the escaping has a fault.
        page.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        page.element("title", text: "\(title): report of a run")
        page.raw("\n<style>\n\(ReportStyle.report)\n</style>\n</head>\n<body>\n<main>\n")
        if runs.count != 1 { writeList(of: title, to: &page) }
        for (number, run) in runs.enumerated() {
            page.pointer = "/runs/\(number)"
            ReportSection(run, number: number, level: runs.count == 1 ? 1 : 2).write(to: &page)
        }
        page.raw("</main>\n<footer><p>")
        page.text("Written by tabpipe \(TabpipeVersion.text).")
        page.raw("</p></footer>\n</body>\n</html>\n")
        return page.html
    }

    private func writeList(of title: String, to page: inout ReportPageWriter) {
        page.element("h1", text: "Run of \(title)")
        guard !runs.isEmpty else { return }
        page.raw("<nav aria-label=\"Pipelines\"><ul>")
        for (number, run) in runs.enumerated() {
            page.element("li") { page in
                page.element("a", "href=\"#run-\(number)\"", text: run.pipeline)
                page.text(": exit \(run.exitCode), \(run.meaning)")
            }
        }
        page.raw("</ul></nav>\n")
    }
}

/// Formats times for reports.
enum ReportTime {
    /// A time in UTC, such as `2026-11-24T14:09:20.123Z`.
    static func text(_ time: Date) -> String { time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }

    /// A time for people, such as `2026-11-24 14:09:20 UTC`.
    static func shown(_ time: Date) -> String {
        text(time).replacing("T", with: " ").prefix { $0 != "." } + " UTC"
    }
}
