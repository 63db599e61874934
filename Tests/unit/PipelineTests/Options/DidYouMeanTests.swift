import Testing

@testable import Pipeline

@Suite("The nearest name") struct DidYouMeanTests {
    @Test(
        "is found for misspelt names, within a limit",
        arguments: [
            ("wehre", "where"), ("were", "where"), ("WHERE", "where"), ("fliter", "filter"), ("xyz", nil), ("", nil),
        ])
    func nearest(_ word: String, _ expected: String?) {
        #expect(DidYouMean.nearest(to: word, in: ["filter", "where", "into"]) == expected)
    }
}
