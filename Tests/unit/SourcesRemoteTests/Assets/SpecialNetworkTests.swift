import Pipeline
import Testing
import WebAddresses

@testable import HTTP

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("An address in content") struct SpecialNetworkTests {
    @Test(
        "that is in a special network is refused, in every notation",
        arguments: [
            ("127.0.0.1", SpecialNetwork.loopback), ("2130706433", .loopback), ("0x7f.1", .loopback), ("0177.0.0.1", .loopback),
            ("127.1", .loopback), ("127.0.0.1.", .loopback), ("127.0.0.1..", .loopback),
            ("127%2e0.0.1", .loopback), ("%31%32%37.0.0.1", .loopback), ("loc%61lhost", .loopback), ("１２７。0.0.1", .loopback),
            ("localhost", .loopback), ("files.localhost.", .loopback), ("0", .thisHost),
            ("0.0.0.0", .thisHost), ("10.0.0.1", .privateUse), ("172.16.0.1", .privateUse), ("172.31.255.255", .privateUse),
            ("192.168.1.1", .privateUse), ("100.64.0.1", .shared), ("100.127.255.255", .shared), ("169.254.169.254", .linkLocal),
            ("192.0.0.8", .reserved), ("192.0.2.1", .documentation), ("198.51.100.7", .documentation), ("203.0.113.9", .documentation),
            ("198.18.0.1", .benchmark), ("198.19.255.255", .benchmark), ("192.88.99.1", .reserved), ("224.0.0.1", .multicast),
            ("239.255.255.255", .multicast), ("240.0.0.1", .reserved), ("255.255.255.255", .reserved), ("[::]", .thisHost),
            ("[::1]", .loopback), ("[0:0:0:0:0:0:0:1]", .loopback), ("[::ffff:127.0.0.1]", .embedded), ("[::ffff:808:808]", .embedded),
            ("[::127.0.0.1]", .embedded), ("[::ffff:0:127.0.0.1]", .embedded), ("[64:ff9b::7f00:1]", .embedded),
            ("[64:ff9b:1::7f00:1]", .embedded), ("[2002:7f00:1::]", .embedded), ("[2001:0:4136:e378::1]", .embedded),
            ("[2001:4860::5efe:10.0.0.1]", .embedded), ("[fc00::1]", .privateUse), ("[fdff::1]", .privateUse), ("[fe80::1]", .linkLocal),
            ("[fe80::1%25eth0]", .linkLocal), ("[febf::1]", .linkLocal), ("[fec0::1]", .privateUse), ("[ff02::1]", .multicast),
            ("[2001:db8::1]", .documentation), ("[3fff::1]", .documentation), ("[2001:2::1]", .benchmark), ("[2001:20::1]", .reserved),
            ("[100::1]", .reserved), ("[5f00::1]", .reserved), ("[4000::1]", .reserved),
        ])
    func refused(host: String, network: SpecialNetwork) {
        #expect(AddressRefusal(host: host)?.network == network)
    }

    @Test(
        "that is on the public Internet is allowed, as are names, which are checked after they were resolved",
        arguments: [
            "8.8.8.8", "1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0", "192.0.1.1",
            "192.167.255.255", "192.169.0.0", "198.17.255.255", "198.20.0.0", "223.255.255.255", "126.255.255.255", "128.0.0.0",
            "[2606:4700::1111]", "[2001:4860:4860::8888]", "[2a00:1450::1]", "[2003::1]", "example.org", "localhost.example.org",
            "1.2.3.4.example", "notlocalhost", "127.0.0.1.nip.io",
        ])
    func allowed(host: String) {
        #expect(AddressRefusal(host: host) == nil)
    }

    @Test("is checked in front of a proxy, too, unless content may name private hosts") func proxies() throws {
        let proxies = ProxyChoice(environment: ["http_proxy": "http://127.0.0.1:3128", "no_proxy": "direct.example, .intra.example"])
        func verdict(_ text: String, isGuarded: Bool = true) throws -> ConnectionGuard {
            var request = HTTPRequest(try #require(WebAddress(text)))
            request.isGuarded = isGuarded
            return try ConnectionGuard(request, proxies: proxies)
        }
        #expect(try verdict("http://images.example/a.png") == .proxy("http://127.0.0.1:3128"))
        #expect(try verdict("http://direct.example/a.png") == .sockets)
        #expect(try verdict("http://www.intra.example/a.png") == .sockets)
        #expect(try verdict("https://images.example/a.png") == .sockets)
        #expect(try verdict("http://10.0.0.1/a.png", isGuarded: false) == .none)
        let error = #expect(throws: TransportError.self) { try verdict("http://2130706433/a.png") }
        #expect(error?.mayHaveReachedServer == false)
        let name = RequestName(HTTPRequest(try #require(WebAddress("http://2130706433/a.png"))), secrets: LearnedSecrets())
        #expect(
            error?.message(for: name) == "the host leads to 127.0.0.1, which is in the loopback network; allow_private_hosts allows that")
    }

    @Test(
        "is checked once more when libcurl opens a socket for it, after the name was resolved",
        arguments: [
            ([127, 0, 0, 1], false), ([10, 0, 0, 1], false), ([93, 184, 216, 34], true),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 127, 0, 0, 1], false), ([UInt8](repeating: 0, count: 15) + [1], false),
            ([1, 2, 3], false),
        ] as [([UInt8], Bool)])
    func sockets(address: [UInt8], isOpened: Bool) {
        // struct curl_sockaddr: family, SOCK_STREAM, protocol, length; then the address behind family, port and, in IPv6, flow.
        let family = address.count == 4 ? AF_INET : address.count == 16 ? AF_INET6 : AF_UNIX
        let head = [family, 1, 0, 28].flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
        let bytes = head + [UInt8](repeating: 0, count: address.count == 16 ? 8 : 4) + address + [UInt8](repeating: 0, count: 16)
        let socket = unsafe bytes.withUnsafeBytes { unsafe CurlCallbacks.openSocket(nil, 0, $0.baseAddress) }
        #expect((socket >= 0) == isOpened)
        if socket >= 0 { close(socket) }
    }
}
