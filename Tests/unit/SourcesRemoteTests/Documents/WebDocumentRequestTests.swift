import Pipeline
import Testing

@testable import HTTP
@testable import HTTPReading

@Suite("A document at a URL") struct WebDocumentRequestTests {
    private static let userPart = BasicCredentials(user: "me", password: "hunter2").part

    @Test(
        "gets the user of its URL, unless the option auth says otherwise",
        arguments: [
            (AuthSettings.userOfURL, [userPart]), (.none, []),
            (.bearer(MaskedText("abc")), [.header(name: "Authorization", value: "Bearer abc")]),
        ] as [(AuthSettings, [CredentialPart])])
    func userOfURL(auth: AuthSettings, expected: [CredentialPart]) async throws {
        let transport = ScriptedTransport { _, _ in .scripted(body: "[]") }
        var settings = ClientSettings()
        settings.auth = auth
        let network = RunNetwork(transport: transport, clock: ScriptedClock().clock())
        let url = MaskedText("https://me:hunter2@api.example.org/")
        _ = try await WebDocumentRequest(url, settings: settings, in: RunContext(network)).open()
        #expect(transport.requests.map(\.credentials) == [expected])
    }
}
