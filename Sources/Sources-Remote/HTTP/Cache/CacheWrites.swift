/// Whether the caches of steps store responses. A look at the first records reads caches and changes none.
package enum CacheWrites {
    /// Whether caches that are made in the current task store responses. Recordings always do.
    @TaskLocal package static var areAllowed = true
}
