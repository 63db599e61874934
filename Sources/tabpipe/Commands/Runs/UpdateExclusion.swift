internal import Pipeline

/// An option of the command line that runs with certain updates of earlier records exclude.
struct UpdateExclusion {
    /// The option with its dashes.
    let name: String
    /// The updates that exclude the option.
    let excluded: Set<SinkUpdate>
    /// What the option would do, behind its name.
    let reason: String

    /// `--limit`: a part of the records would count as all that are new.
    static let limit = UpdateExclusion(
        name: "--limit", excluded: [.append, .merge], reason: "would add a part of the records, and the rest would look as if it were there"
    )
    /// `--force`: it replaces outputs, and there is nothing to replace in a file that grows.
    static let force = UpdateExclusion(
        name: "--force", excluded: [.append], reason: "replaces an output, and this one keeps the records of earlier runs")
}
