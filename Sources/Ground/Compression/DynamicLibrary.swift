#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A shared library that is loaded at run time, with `dlopen`, so that the program also starts on systems without the library.
///
/// The library stays loaded until the process ends, because its functions may be in use.
@safe
package struct DynamicLibrary {
    private let handle: UnsafeMutableRawPointer
    private let name: String
    private let advice: String

    /// Loads the first library that the system finds.
    ///
    /// - Parameters:
    ///   - name: The name of the library in messages.
    ///   - files: The names or paths to try, in order.
    ///   - packages: The packages that contain the library, in words such as `the package zlib1g (Debian, Ubuntu)`.
    /// - Throws: ``MissingLibrary`` if the system finds none of them.
    package init(_ name: String, files: [String], packages: String) throws(MissingLibrary) {
        self.name = name
        advice = "It is in \(packages)"
        for file in files {
            if let found = unsafe dlopen(file, RTLD_NOW | RTLD_LOCAL) {
                unsafe handle = found
                return
            }
        }
        throw MissingLibrary("\(name) cannot be loaded: expected \(files.joined(separator: " or ")). \(advice)")
    }

    /// Returns a function of the library.
    ///
    /// - Parameters:
    ///   - symbol: The name of the function.
    ///   - type: The C signature of the function. The caller is responsible for it: the system does not check it.
    /// - Throws: ``MissingLibrary`` if the library has no such function.
    @unsafe package func function<Signature>(
        _ symbol: String, as type: Signature.Type = Signature.self
    ) throws(MissingLibrary) -> Signature {
        guard let address = unsafe dlsym(handle, symbol) else {
            throw MissingLibrary("the system's \(name) lacks the function \(symbol). \(advice)")
        }
        return unsafe unsafeBitCast(address, to: type)
    }
}

/// The fault of a system library that cannot be loaded, is too old or cannot be used.
package struct MissingLibrary: Error, Equatable, Sendable {
    /// The message, which names the library, what was expected, and the packages that contain it if a package would help.
    package let message: String

    package init(_ message: String) { self.message = message }
}
