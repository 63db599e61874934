import Pipeline
import Testing

@Suite("Slugs for components") struct StringSlugTests {
    @Test(
        "are those of the jq function, cut behind a word",
        arguments: [
            ("Crème brûlée & Straße", 240, "creme-brulee-strasse"), ("Crème brûlée & Straße", 20, "creme-brulee-strasse"),
            ("Crème brûlée, Kaffee & Tee", 20, "creme-fb3c2ae8"), ("🎉", 20, "untitled-70d77d09"), ("", 20, "untitled"),
            ("🎉 a", 8, "a"), ("a", .max, "a"),
        ])
    func slugs(_ title: String, _ maxBytes: Int, _ slug: String) throws {
        #expect(try title.slug(maxBytes: maxBytes) == slug)
    }
}
