import Testing

@testable import SourcesRemote

@Suite("The head of a response") struct ResponseHeadTests {
    @Test(
        "names a page that follows",
        arguments: [
            ("Link", "<https://x/?page=2>; rel=\"next\"", true), ("Link", "<https://x/a>; rel=prev, <https://x/b>; rel=next", true),
            ("Link", "<https://x/>; title=\"a\"; REL=\"last Next\"", true), ("Link", "<https://x/;rel=next>; rel=prev", false),
            ("Link", "<https://x/>; rel=\"nextish\"", false), ("Link", "</style.css>; rel=preload", false), ("Link", "", false),
            ("X-WP-TotalPages", "2", true), ("X-WP-TotalPages", "1", false), ("X-WP-TotalPages", "many", false), ("X", "2", false),
        ])
    func next(_ name: String, _ value: String, _ expected: Bool) {
        #expect(ResponseHead { $0 == name ? value : nil }.namesNextPage == expected)
    }
}
