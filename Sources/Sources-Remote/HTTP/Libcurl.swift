#if canImport(Glibc)
private import Glibc
#endif

/// The library that Foundation fetches with on Linux. A program may load it as late as that.
enum Libcurl {
    /// Why it cannot be loaded; nil if it can be, or is part of the program.
    static let fault: String? = {
        #if canImport(Glibc)
        guard unsafe dlopen("libcurl.so.4", RTLD_NOW) == nil else { return nil }
        return unsafe String(cString: dlerror())
        #else
        return nil
        #endif
    }()
}
