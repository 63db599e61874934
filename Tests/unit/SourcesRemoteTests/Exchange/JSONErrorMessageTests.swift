import Testing

@testable import HTTP

@Suite("The message of an error response") struct JSONErrorMessageTests {
    @Test(
        "is found by the keys that APIs use",
        arguments: [
            (#"{"message": "Bad credentials", "status": "401"}"#, "Bad credentials"),
            (#"{"object": "error", "code": "object_not_found", "message": "No page"}"#, "object_not_found: No page"),
            (#"{"error": {"type": "card", "code": "rate_limit", "message": "Slow down"}}"#, "rate_limit: Slow down"),
            (#"{"error": "invalid_grant", "error_description": "Expired"}"#, "invalid_grant: Expired"),
            (#"{"ok": false, "error": "invalid_auth"}"#, "invalid_auth"),
            (#"{"type": "about:blank", "title": "Not found", "detail": "No item 7"}"#, "No item 7"),
            (#"{"errors": [{"message": "First"}, {"message": "Second"}]}"#, "First"),
            (#"{"code": 7, "message": ""}"#, nil), (#"{"items": []}"#, nil), ("[]", nil), (#""text""#, nil), ("", nil),
        ] as [(String, String?)])
    func finds(_ json: String, _ message: String?) {
        #expect(JSONErrorMessage.text(in: Array(json.utf8)) == message)
    }

    @Test("is not taken from JSON that is cut") func cut() {
        let bytes = Array(#"{"error": {"code": "a", "message": "b"}}"#.utf8)
        for count in bytes.indices { #expect(JSONErrorMessage.text(in: Array(bytes[..<count])) == nil) }
    }
}
