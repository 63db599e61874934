#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The shape of the pictures on the cards of an index. All cards have one, so that those in a row align.
enum CardShape: String, CaseIterable {
    case wide, double, photo, square

    /// The ratio of width to height.
    var ratio: Double {
        switch self {
        case .wide: 2.8
        case .double: 2
        case .photo: 1.5
        case .square: 1
        }
    }

    /// The ratio as style sheets write it.
    var styleRatio: String { ratio == ratio.rounded() ? String(Int(ratio)) : String(ratio) }

    /// The part of a picture that may be cut so that it fills its box.
    static let maxCut = 0.1

    /// Chooses the shape that is nearest to that of most pictures.
    ///
    /// - Parameter ratios: The known ratios of width to height.
    init(_ ratios: [Double]) {
        guard !ratios.isEmpty else {
            self = .double
            return
        }
        let middle = ratios.sorted()[(ratios.count - 1) / 2]
        self = Self.allCases.min { abs(log($0.ratio / middle)) < abs(log($1.ratio / middle)) } ?? .double
    }

    /// Whether a picture may fill its box, because only a small part of it is cut.
    func isFilled(by ratio: Double) -> Bool { min(self.ratio, ratio) / max(self.ratio, ratio) >= 1 - Self.maxCut }
}
