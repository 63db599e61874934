import Testing

@testable import HTTP

@Suite("Cache-Control") struct CacheControlTests {
    @Test(
        "names its directives, outside of quotation marks",
        arguments: [
            ("no-store", true), ("No-Store", true), ("max-age=0, no-store", true), ("private,no-store,max-age=0", true),
            (" no-store ", true), ("no-store=\"x\"", true), ("", false), ("max-age=60", false), ("x-no-store", false),
            ("no-store-x", false), ("private=\"set-cookie, no-store\"", false), ("private=\"a\\\", no-store, b\"", false),
            ("private=\"a\", no-store", true), ("private=\"a", false), (",,no-store,", true), ("x=no-store", false),
        ])
    func names(_ value: String, _ isPresent: Bool) {
        #expect(CacheControl(["Cache-Control": value]).contains("no-store") == isPresent)
        #expect(CacheControl(["cache-control": "public", "CACHE-CONTROL": value]).contains("no-store") == isPresent)
    }
}
