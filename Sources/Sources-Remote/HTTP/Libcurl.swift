#if canImport(Glibc)
private import Glibc
#endif

/// The library with which Foundation fetches URLs on Linux. The program `tabpipe` loads it for the first URL only.
enum Libcurl {
    /// The reason why the library cannot be loaded; nil if it can, or if the system is not Linux with glibc.
    static let fault: String? = {
        #if canImport(Glibc)
        guard unsafe dlopen("libcurl.so.4", RTLD_NOW) == nil else { return nil }
        return unsafe String(cString: dlerror())
        #else
        return nil
        #endif
    }()
}
