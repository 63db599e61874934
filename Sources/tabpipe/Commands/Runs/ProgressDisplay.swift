internal import HTTP
internal import Pipeline
internal import SourcesLocal

/// Shows the progress of a run: a terminal has one line that is redrawn, other outputs get a line every 10 seconds.
struct ProgressDisplay {
    private static let redraw = Duration.milliseconds(100)
    private static let lineInterval = Duration.seconds(10)

    let mode: ProgressMode
    let console: Console
    let input: InputProgress
    let network: RunNetwork

    /// Shows progress until the task is cancelled.
    func show(_ run: PipelineRun) async {
        guard mode != .never else { return }
        let clock = ContinuousClock()
        let start = clock.now
        let isRedrawn = console.hasStatusLine
        let interval = isRedrawn ? Self.redraw : mode == .always ? .seconds(1) : Self.lineInterval
        while !Task.isCancelled {
            do {
                try await Task.sleep(for: interval)
            } catch {
                break
            }
            let seconds = start.duration(to: clock.now) / .seconds(1)
            let counts = run.counts
            let rate = Int(Double(counts.read) / max(seconds, 0.001))
            let text =
                "read \(counts.read), written \(counts.written), rejected \(counts.rejected), \(rate) records/s"
                + (TimeLeft(after: seconds, share: input.share).map { ", about \($0) left" } ?? "")
                + (input.wait.map { ", \($0)" } ?? "") + (network.progressLine.map { ", \($0)" } ?? "")
            if isRedrawn { console.status(text) } else { console.info(text) }
        }
        console.clearStatus()
    }
}
