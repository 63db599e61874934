import Testing

@testable import Ground

@Suite("A web page or XML where JSON was expected") struct UnexpectedMarkupTests {
    @Test(
        "is recognised by its first bytes",
        arguments: [
            ("\n<!DOCTYPE HTML><html><head><TITLE lang=en>Sign in\n to X</TITLE>", "the server sent HTML: Sign in to X; JSON was expected"),
            ("<html><body>x", "the server sent HTML; JSON was expected"),
            ("<!-- a --><html>", "the server sent HTML; JSON was expected"),
            ("<?xml version='1.0'?>\n<a/>", "the server sent XML; JSON was expected; the sources xml and feed read XML"),
            (
                "<rss version='2.0'><channel><title>News</title>",
                "the server sent XML: News; JSON was expected; the sources xml and feed read XML"
            ),
            ("<html><title>\u{1B}[2Jx</title>", "the server sent HTML: ␛[2Jx; JSON was expected"),
        ])
    func recognised(_ text: String, _ phrase: String) {
        #expect(UnexpectedMarkup(Array(text.utf8)[...], secrets: LearnedSecrets())?.phrase(isResponse: true) == phrase)
    }

    @Test("is nothing else", arguments: ["", "{\"a\":\"<html>\"}", "<b>", "htm", "<x>"])
    func other(_ text: String) {
        #expect(UnexpectedMarkup(Array(text.utf8)[...], secrets: LearnedSecrets()) == nil)
    }
}
