internal import Pipeline

/// A source with the option `cache`. Stages that have none of their own share it.
protocol CachedSource: Source {
    /// The cache; nil for none.
    var cache: CacheSettings? { get }
}
