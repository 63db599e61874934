internal import Checksums
internal import JSONParsing
internal import Ground

/// The file that keeps the newest refresh token of a client. Only its owner can read it.
///
/// A server often accepts a refresh token once. So one process at a time reads the file, requests a token and replaces the file.
struct RefreshTokenStore: Sendable {
    /// The time between two attempts while another process holds the lock, in seconds.
    private static let interval = 0.05
    /// The longest wait for another process, in seconds. It is longer than the time limit of a token request.
    private static let patience = 90.0
    /// The limit of the file in bytes.
    private static let maxBytes = 64 << 10

    let path: MaskedText

    private var shown: String { path.shown.printable }

    /// Takes the lock of the store, and waits for another process that holds it.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `tryAgainLater` after ``patience``, or if the lock cannot be created; `CancellationError`.
    func lock(_ clock: NetworkClock) async throws -> OutputLock {
        let place = try place()
        let deadline = clock.now() + Self.patience
        while true {
            do {
                return try OutputLock(place.name, in: place.folder)
            } catch let error as SystemError {
                throw failure(error)
            } catch let busy as OutputLock.Busy {
                guard clock.now() < deadline else {
                    let holder = busy.process.map { "process \($0)" } ?? "another process"
                    throw PipelineFailure(.tryAgainLater, "\(shown) is in use by \(holder), which renews its token; try again later")
                }
                try await clock.sleep(Self.interval)
            }
        }
    }

    /// Reads the file.
    ///
    /// - Returns: nil if it is missing or empty.
    /// - Throws: ``PipelineFailure`` if it cannot be read, or is no store. A file of another kind must not be replaced.
    func read() throws -> StoredRefreshToken? {
        let place = try place()
        let folder = try ConfinedFolder(creating: place.folder)
        let bytes: [UInt8]?
        do throws(SystemError) {
            bytes = try folder.beginning(of: place.name, limit: Self.maxBytes)
        } catch {
            throw PipelineFailure(.inputMissing, path.isSecret ? "\(shown) cannot be read" : "\(shown) cannot be read: \(error.reason)")
        }
        guard let bytes, !bytes.isEmpty else { return nil }
        guard let stored = StoredRefreshToken(bytes) else {
            throw PipelineFailure(
                .cannotCreate,
                "\(shown): expected a file with a refresh token that an earlier run wrote, found another file; "
                    + "choose another path for the store, or remove the file")
        }
        return stored
    }

    /// Creates the file that will replace the store, so that a folder without write access is found before a token is spent.
    ///
    /// - Throws: ``PipelineFailure``.
    func newFile() throws -> AtomicFile {
        let place = try place()
        let folder = try ConfinedFolder(creating: place.folder)
        folder.removeLeftovers()
        do {
            return try AtomicFile(place.name, in: folder, isPrivate: true)
        } catch {
            throw failure(error)
        }
    }

    /// Replaces the store. The new content and its name have reached the disk when this method returns.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotWrite`. The server may refuse the old token from now on.
    func write(_ stored: StoredRefreshToken, to file: consuming AtomicFile) throws {
        do {
            try file.write(stored.bytes.span)
            _ = try file.commit()
        } catch {
            throw PipelineFailure(
                .cannotWrite,
                "\(shown): the new refresh token cannot be stored: \(path.isSecret ? "a write failed" : error.reason). "
                    + "If the server refuses the old one, authorize the client again")
        }
    }

    /// The folder and the name of the file that symbolic links lead to. A new file replaces this one, and the links stay.
    private func place() throws -> (folder: String, name: String) {
        do {
            return FilePath.split(try FilePath.resolvingLinks(path.value))
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> PipelineFailure {
        PipelineFailure(error.outputFailure, path.isSecret ? "\(shown) cannot be written" : "\(shown) cannot be written: \(error)")
    }
}

/// The content of the file that keeps the newest refresh token of a client.
///
/// The file also identifies the configured token that the newest one was derived from, by a salted hash. A token that is newly configured
/// has another hash, and wins over the file.
struct StoredRefreshToken: Sendable, Equatable {
    /// The newest refresh token.
    let token: String
    private let salt: String
    /// The hash of salt, token server, client and configured token.
    private let origin: String

    private static let format = "tabpipe refresh token 1"

    /// - Parameters:
    ///   - token: The token of a server.
    ///   - grant: The options that led to it.
    ///   - salt: A random text.
    init(_ token: String, derivedFrom grant: TokenGrant, salt: String) {
        self.token = token
        self.salt = salt
        origin = Self.hash(grant, salt: salt)
    }

    /// Parses the content of a file.
    ///
    /// - Returns: nil if it is another kind of file.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes).decoded(), case .object(let object) = value,
            object["format"]?.string == Self.format, let token = object["refresh_token"]?.string, let salt = object["salt"]?.string,
            let origin = object["derived_from"]?.string, CredentialTextCheck.fault(ofToken: token) == nil
        else { return nil }
        self.token = token
        self.salt = salt
        self.origin = origin
    }

    var bytes: [UInt8] {
        let object: JSONObject = [
            "format": .string(Self.format), "derived_from": .string(origin), "salt": .string(salt), "refresh_token": .string(token),
        ]
        return Array("\(JSONValue.object(object).compactText)\n".utf8)
    }

    /// Whether the token was derived from the configured one of these options, for the same client of the same server.
    func isDerived(from grant: TokenGrant) -> Bool { Self.hash(grant, salt: salt) == origin }

    /// Returns a random salt.
    static func makeSalt() -> String {
        (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }.joined()
    }

    private static func hash(_ grant: TokenGrant, salt: String) -> String {
        var hash = SHA256Hasher()
        hash.update(field: salt)
        hash.update(field: grant.storeIdentity)
        return hash.hex()
    }
}
