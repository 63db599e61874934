#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The largest amount of memory that the process has had.
enum PeakMemory {
    #if os(macOS)
    private static let unit = 1
    #else
    /// Linux counts in KiB.
    private static let unit = 1024
    #endif

    #if canImport(Glibc)
    private static let process = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
    private static let process = RUSAGE_SELF
    #endif

    /// In bytes, from the system's accounts of the process; 0 if they cannot be read.
    static var bytes: Int {
        var usage = rusage()
        guard unsafe getrusage(process, &usage) == 0 else { return 0 }
        return Int(usage.ru_maxrss) * unit
    }
}
