/// What a run does to the records that earlier runs wrote: ``SinkTraits/update``.
public enum SinkUpdate: String, CaseIterable, Sendable {
    /// The output holds the records of the last run alone. A run that gets only new records would shrink it to them.
    case replace
    /// Earlier records stay, and new ones are added behind them. A record that comes twice is there twice.
    case append
    /// Earlier records stay, except those that come again, which are replaced.
    case merge
    /// No record shares a file with another, or the output is a stream: nothing has to be updated.
    case keep
}
