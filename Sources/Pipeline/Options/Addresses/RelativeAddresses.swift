public import HTMLParsing
internal import Synchronization

/// The option `base` of a stage: the base URL for relative addresses in content. It also counts the addresses that stay relative.
public struct RelativeAddresses: Sendable {
    private enum Base: Sendable {
        /// The URL that the record was read from.
        case origin
        case fixed(BaseAddress)
        case template(Template)
        /// Addresses stay as they are.
        case none
    }

    private struct AddressCounts {
        var all = 0
        /// The number of addresses whose base no output may show.
        var hidden = 0
        var first = ""
    }

    /// Counts the addresses without a base. A class, because each worker has a copy of the stage, and the copies share one count.
    private final class Counter: Sendable {
        let count = Mutex(AddressCounts())
    }

    private static let option = "base"
    /// The limit of an address in messages, in characters.
    private static let maxShown = 100

    private var base = Base.origin
    private let counter = Counter()

    /// Uses the URL that the content was read from as the base URL.
    public init() {}

    /// Reads the option.
    public init(options: inout OptionReader) {
        let template = options.readIfPresent(
            Self.option, .template,
            help:
                "The URL that relative addresses start from: a text such as https://example.org/news/, or a template on the whole record, such "
                + "as {{.url}}. Without it, the URL that the record was read from; an empty text leaves relative addresses as they are.")
        guard let template else { return }
        let beginning = template.beginning
        if template.isFixed, beginning.isEmpty {
            base = .none
        } else if template.isFixed {
            do throws(RecordError) {
                base = .fixed(try BaseAddress(beginning, isSecret: template.isSecret))
            } catch {
                options.report(error.reason, option: Self.option)
            }
        } else {
            if !beginning.isEmpty, !["http://", "https://"].contains(where: beginning.lowercased().hasPrefix) {
                options.report(
                    "expected an absolute http(s) URL, such as https://example.org/{{.path}}, found "
                        + (template.isSecret ? template.source : "\"\(template.source.printable)\""), option: Self.option)
            }
            base = .template(template)
        }
    }

    /// Whether the option stands in the pipeline file.
    public var isGiven: Bool { if case .origin = base { false } else { true } }

    /// Whether the option says that relative addresses stay as they are.
    public var leavesAll: Bool { if case .none = base { true } else { false } }

    /// Returns the base URL for relative addresses of a record.
    ///
    /// - Throws: ``RecordError`` if the option is a template that gives no absolute URL; the error of a program.
    public func base(of record: Record) throws -> BaseAddress {
        let own = record.origin.base
        switch base {
        case .origin: return own
        case .none: return own.replaced(by: BaseAddress())
        case .fixed(let base): return own.replaced(by: base)
        case .template(let template):
            do {
                return own.replaced(by: try BaseAddress(try template.render(record), isSecret: template.isSecret))
            } catch let error as RecordError {
                throw RecordError("\(Self.option): \(error.reason)")
            }
        }
    }

    /// Calls a function with a record whose origin, and so that of each element, has the base of the option.
    public func apply(to record: inout Record, _ body: (inout Record) throws -> Void) throws {
        let own = record.origin.base
        record.origin.base = try base(of: record)
        defer { record.origin.base = own }
        try body(&record)
    }

    /// Makes the relative addresses of a document absolute. A secret URL is never written into the document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - base: The base of its record.
    public func resolve(in document: inout HTMLDocument, from base: BaseAddress) {
        if leavesAll { return }
        let original = document
        // Most documents have no relative address, and need no search for the element `base`.
        var known: BaseAddress?
        document.replaceRelativeAddresses { address in
            let base = known ?? self.base(of: original, in: base)
            known = base
            return url(of: address, from: base)
        }
    }

    /// Returns the absolute URL of a relative address in content; nil for an address that stays. Counts addresses that stay relative only
    /// because no base URL may be shown.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - base: The base of its document. A secret base is never written into the content.
    public func url(of address: String, from base: BaseAddress) -> String? {
        switch base.target(of: address) {
        case .itself: return nil
        case .url(let url) where !base.isSecret: return url
        case .url, .unknown:
            count(address, isHidden: base.isSecret)
            return nil
        }
    }

    /// Returns the base of a document: the base of its record, changed by the element `base` of the document if there is one.
    public func base(of document: HTMLDocument, in base: BaseAddress) -> BaseAddress {
        leavesAll ? base : base.changed(by: document.baseAddress)
    }

    /// Counts an address that stays relative.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - isHidden: Whether there is a base, and no output may show it.
    private func count(_ address: String, isHidden: Bool) {
        if leavesAll { return }
        counter.count.withLock { count in
            if count.all == 0 { count.first = AddressMask.maskedExternalText(String(address.prefix(Self.maxShown))).printable }
            count.all += 1
            count.hidden += isHidden ? 1 : 0
        }
    }

    /// A warning about addresses that stay relative; nil if there are none.
    public var remark: String? {
        let count = counter.count.withLock { $0 }
        guard count.all > 0 else { return nil }
        let reason =
            count.hidden > 0 ? "the URL of the source is secret" : "the records came from no URL"
        return "\(count.all.counted("address stays", plural: "addresses stay")) relative, such as \(count.first): \(reason), and "
            + "\"\(Self.option)\" names none"
    }
}
