internal import CivilCalendar
internal import Ground
internal import WebAddresses

/// The facts about a request that a signature covers: the request as it is sent, with all secrets but the signature itself.
struct SignedRequest: Sendable {
    let method: String
    let address: WebAddress
    let headers: HTTPHeaders
    let body: [UInt8]
    /// The time when the request is sent.
    let time: SigningTime

    /// - Parameter seconds: The time in seconds since 1970.
    init(_ request: HTTPRequest, seconds: Double) {
        method = request.method
        address = request.wireAddress
        headers = request.headersWithoutSignature
        body = request.body ?? []
        time = SigningTime(seconds: seconds)
    }
}

/// How a step signs its requests. A signature is made when a request is sent, after all waits, because servers accept it for minutes.
package enum RequestSignature: Sendable, Equatable {
    case hmac(HMACSignature)
    case aws(AWSSignature)

    /// The header fields that the signature adds to a request.
    func parts(for request: SignedRequest) -> [CredentialPart] {
        switch self {
        case .hmac(let signature): signature.parts(for: request)
        case .aws(let signature): signature.parts(for: request)
        }
    }

    /// Identifies the account.
    var identity: String {
        switch self {
        case .hmac(let signature): signature.identity
        case .aws(let signature): signature.identity
        }
    }

    /// The texts that no message may contain.
    var secretTexts: [String] {
        switch self {
        case .hmac(let signature): [signature.secret.value] + signature.secrets.map(\.value)
        case .aws(let signature): [signature.secretKey.value] + (signature.sessionToken.map { [$0.value] } ?? [])
        }
    }

    /// The first text that no request can carry, with the key of its option; nil if all are valid.
    var fault: (option: String, reason: String)? {
        switch self {
        case .hmac(let signature): signature.fault
        case .aws(let signature): signature.fault
        }
    }
}

/// A moment in the spellings that signatures use.
struct SigningTime: Sendable, Equatable {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// Milliseconds since 1970.
    let milliseconds: Int

    /// - Parameter seconds: Seconds since 1970.
    init(seconds: Double) { milliseconds = Int((min(max(0, seconds), 253_402_300_799) * 1000).rounded(.down)) }

    /// Seconds since 1970.
    var seconds: Int { milliseconds / 1000 }

    private var day: CivilDay { CivilDay(daysSince1970: seconds / 86_400) }
    private var clock: [String] { [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(Self.two) }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    ///
    /// - SeeAlso: RFC 9110, section 5.6.7
    var httpDate: String {
        let weekday = Self.days[seconds / 86_400 % 7]
        return "\(weekday), \(Self.two(day.day)) \(Self.months[day.month - 1]) \(year) \(clock.joined(separator: ":")) GMT"
    }

    /// `1994-11-06T08:49:37Z`
    var isoDate: String { "\(year)-\(Self.two(day.month))-\(Self.two(day.day))T\(clock.joined(separator: ":"))Z" }

    /// `19941106`
    var compactDay: String { year + Self.two(day.month) + Self.two(day.day) }

    /// `19941106T084937Z`
    var compactDate: String { "\(compactDay)T\(clock.joined())Z" }

    private var year: String { String(repeating: "0", count: max(0, 4 - String(day.year).count)) + String(day.year) }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
