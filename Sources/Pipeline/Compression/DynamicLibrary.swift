#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A shared library that is loaded while the program runs, so that the program starts without it and works where it is missing.
///
/// It stays loaded to the end of the process, because its functions may be in use.
@safe struct DynamicLibrary {
    private let handle: UnsafeMutableRawPointer
    /// The name of the library in messages.
    private let package: String

    /// Loads the first library that the system finds.
    ///
    /// - Parameters:
    ///   - names: The names or paths to try, in order.
    ///   - package: The name of the library in messages, with that of a package that contains it.
    /// - Throws: ``CompressionError/missingLibrary(_:)``.
    init(_ names: [String], package: String) throws(CompressionError) {
        self.package = package
        for name in names {
            if let found = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) {
                unsafe handle = found
                return
            }
        }
        throw .missingLibrary(package)
    }

    /// Returns a function of the library.
    ///
    /// - Parameters:
    ///   - name: The name of the function.
    ///   - type: Its C signature. It must be right: the system does not check it.
    /// - Throws: ``CompressionError/missingLibrary(_:)`` if the library has no such function.
    @unsafe func function<Signature>(_ name: String, as type: Signature.Type = Signature.self) throws(CompressionError) -> Signature {
        guard let symbol = unsafe dlsym(handle, name) else { throw .missingLibrary("a version of \(package) that has \(name)") }
        return unsafe unsafeBitCast(symbol, to: type)
    }
}
