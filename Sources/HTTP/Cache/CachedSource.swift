package import Pipeline

/// A source with the option `cache`. Stages that have none of their own share it.
package protocol CachedSource: Source {
    /// The cache; nil for none.
    var cache: CacheSettings? { get }
}
