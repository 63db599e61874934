import Testing

@testable import Ground

@Suite("A library of the system") struct DynamicLibraryTests {
    private static let packages = "the package none (Debian)"

    @Test("that is missing is named, with the files that were expected and the package") func missing() {
        let message = "libnone cannot be loaded: expected libnone.so.2 or libnone.so.1. It is in the package none (Debian)"
        #expect(throws: MissingLibrary(message)) {
            _ = try DynamicLibrary("libnone", files: ["libnone.so.2", "libnone.so.1"], packages: Self.packages)
        }
    }

    @Test("that lacks a function is named, with the function and the package") func lacksFunction() throws {
        #if os(macOS)
        let file = "libz.1.dylib"
        #else
        let file = "libz.so.1"
        #endif
        let library = try DynamicLibrary("zlib", files: ["libnone.so.1", file], packages: Self.packages)
        #expect(throws: MissingLibrary("the system's zlib lacks the function inflateNone. It is in the package none (Debian)")) {
            let _: Zlib.StreamFunction = try unsafe library.function("inflateNone")
        }
        let found: Zlib.StreamFunction = try unsafe library.function("inflateEnd")
        _ = unsafe found
    }
}
