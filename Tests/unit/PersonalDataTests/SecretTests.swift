import PersonalData
import Testing

@Suite("URLs with secrets") struct SecretURLTests {
    private static let secrets: [Marked] = [
        "«https://ann:secret@example.com/»", "«http://ann@example.com/x»", "«ftp://ann:pw@ftp.example.com/a.zip»",
        "«postgres://u:p@db:5432/x»",
        "«ssh://git@example.com/r.git»", "«https://ghp_x:x-oauth-basic@github.com/a/b»", "«https://example.com/?token=abc»",
        "«https://example.com/a?x=1&access_token=abc»",
        "«https://example.com/?sig=abc%3D»", "«https://example.com/?signature=x»", "«https://example.com/?password=x»",
        "«https://example.com/?pwd=x»",
        "«https://example.com/?api_key=x»", "«https://example.com/?apikey=x»", "«https://example.com/?API-Key=x»",
        "«https://example.com/?client_secret=x»",
        "«https://example.com/?refresh-token=x»", "«https://example.com/?jwt=x»", "«https://example.com/?PHPSESSID=x»",
        "«https://example.com/;jsessionid=0A1B2C3D4E»",
        "«https://example.com/?X-Amz-Signature=0a1b»", "«https://example.com/?email_token=x1»",
        "«https://example.com/#access_token=abc&x=1»",
        "«https://example.com/?key=a8f93kd02kf9»", "«https://example.com/?code=a8f93kd02kf9»", "«https://example.com/?code=123456»",
        "«https://example.com/?state=f93kd02kf9a8»",
        "«https://example.com/?session=a8f93kd02kf9»", "«https://example.com/?x=1&amp;token=abc»",
        "«https://example.com/?x=1&amp;amp;token=abc»",
        "«https://example.com/reset/a8f93kd02kf9d»", "«https://example.com/verify-email/tT2N7LzPQxGoaXmI»",
        "«https://example.com/verify/0123456789abcdef»",
        "«https://example.com/unsubscribe/4711/a8f93kd02kf9d»",
        "«https://hooks.slack.com/services/T00000000/B00000000/XXXXXXX4XXxxXX7XXxX9xxXx»",
        "«https://example.com/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms»",
        "«https://example.com/?q=aB3dE5fG7hI9jK1lM3nO5pQ7»", "<«https://example.com/?token=abc»>", "(«https://example.com/?token=abc»)",
        "see «https://example.com/?token=abc».",
        "<a href=\"«https://example.com/?token=abc»\">«https://example.com/?token=abc»</a>", "[x](«https://example.com/?token=abc»)",
        "«www.example.com/?token=abc»",
        "<img src='«https://example.com/i.png?sig=x»'>", "<a href=«https://example.com/?token=abc»>x</a>",
        "\"«https://example.com/?token=abc»\",",
    ]
    private static let others: [Marked] = [
        "https://example.com/", "https://example.com/a?page=2", "https://example.com/?q=token", "https://example.com/token",
        "https://example.com/password",
        "https://example.com/reset", "https://example.com/login", "https://example.com/?code=DE", "https://example.com/?key=name",
        "https://example.com/?state=open",
        "https://example.com/?session=2024", "https://example.com/?utm_source=news&utm_medium=email&utm_campaign=spring_2024",
        "https://example.com/?id=4711",
        "https://github.com/a/b/commit/9e107d9d372bb6826bd81d3542a419d6d41d8cd9",
        "https://example.com/550e8400-e29b-41d4-a716-446655440000",
        "https://example.com/how-to-do-10-things-with-swift-6-and-more", "https://example.com/2024/05/01/a-long-title-of-a-page",
        "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
        "https://medium.com/@ann/post", "https://example.com:8080/x", "https://example.com/a@b", "https://example.com/?x=a@b", "mailto:x",
        "http://", "https://@example.com",
        "https://example.com/?token=", "https://example.com/?token", "https://example.com/#section-2", "https://example.com/?keyword=abc",
        "https://example.com/?passage=12",
        "https://example.com/share", "https://example.com/?design=modern", "https://en.wikipedia.org/wiki/Token_(economics)",
        "https://example.com/invite/friends",
        "https://example.com/join/us-in-2024", "www.example.com", "www.example.com/?page=1", "file:///etc/passwd",
        "https://example.com/?hash=abc", "https://example.com/?t=10s",
        "https://example.com/verify/your-account", "https://example.com/?v=20240501", "https://example.com/img/IMG_20240501_103000.jpg",
        "token=abc", "a://b",
    ]

    @Test("are found by user, parameter or path", arguments: secrets) func finds(_ text: Marked) throws { try text.check(.url) }
    @Test("are no other URLs", arguments: others) func leaves(_ text: Marked) throws { try text.check(.url) }
}

@Suite("Keys of services, and addresses of computers") struct ServiceKeyTests {
    private static let word = "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5"
    private static let keys = [
        "AKIAIOSFODNN7EXAMPLE", "ghp_\(word)", "github_pat_\(word)", "glpat-\(word)", "sk-\(word)", "sk_live_\(word)", "xoxb-12345-\(word)",
        "AIza\(word)", "npm_\(word)", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abcDEF123-_x", "hf_\(word)", "whsec_\(word)",
        "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----\nMIIB",
    ]

    @Test("keys are found by their prefixes", arguments: keys) func finds(_ key: String) throws {
        try Marked(stringLiteral: "key=«\(key)»").check(.secret)
    }

    private static let others: [Marked] = [
        "sk-learn", "AKIA", "ghp_short", "eyJ", "a-sk-abc", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
        "npm_config_registry",
        "task-0123456789012345678901",
    ]

    @Test("words are none", arguments: others) func leaves(_ text: Marked) throws { try text.check(.secret) }

    private static let computers: [Marked] = [
        "«192.168.1.1»", "[«10.0.0.1»]", "«10.0.0.1»:8080", "«2001:db8::1»", "«fe80::1»", "«2001:db8:0:0:0:0:0:1»", "«8.8.8.8».",
        "10:30:00", "1.2.3",
        "1.2.3.4.5", "256.1.1.1", "a::b::", "12:30",
    ]

    @Test("addresses of computers are found", arguments: computers) func findsComputers(_ text: Marked) throws { try text.check(.ip) }
}
