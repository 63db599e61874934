import Testing

@testable import Pipeline

@Suite("A redirected output") struct OutputRedirectionTests {
    @Test(
        "is below the new folder, whatever its path is",
        arguments: [
            ("out/a.json", "new/out/a.json"), ("./out//a.json", "new/out/a.json"), ("out/", "new/out/"), (".", "new"), ("", "new"),
            ("-", "new/standard-output"), ("../a", "new/parent/a"), ("../../a", "new/parent/parent/a"), ("a/../b", "new/b"),
            ("a/../../b", "new/parent/b"), ("/b/a", "new/absolute/b/a"), ("/../../a", "new/absolute/a"), ("/", "new/absolute/"),
            ("/dev/null", "new/absolute/dev/null"), ("..", "new/parent"),
        ])
    func paths(_ path: String, _ wanted: String) {
        #expect(OutputRedirection(to: "new").path(of: path) == wanted)
    }
}
