/// The segments of a JPEG file up to its size.
///
/// - SeeAlso: ITU-T T.81, annex B; Exif 2.32, section 4.6
struct JPEGHeader {
    private static let startOfScan = 0xDA
    private static let exif = 0xE1
    /// The Exif tag of the orientation. The values 5 to 8 mean a rotation by 90 degrees.
    private static let orientationTag = 0x0112

    private let bytes: HeaderBytes

    init(_ bytes: HeaderBytes) { self.bytes = bytes }

    /// The size as browsers show the image, which follow its orientation; nil if there is none.
    var size: ImageSize? {
        var offset = 2
        var isTurned = false
        while let marker = bytes[offset + 1] {
            guard bytes[offset] == 0xFF else { return nil }
            if marker == 0xFF {
                offset += 1
                continue
            }
            if marker == 0x01 || (0xD0...0xD8).contains(marker) {
                offset += 2
                continue
            }
            guard let length = bytes.big16(at: offset + 2), length >= 2, marker != Self.startOfScan else { return nil }
            if Self.isFrame(marker) {
                guard let height = bytes.big16(at: offset + 5), let width = bytes.big16(at: offset + 7) else { return nil }
                let size = ImageSize(width, height)
                return isTurned ? size?.turned : size
            }
            if marker == Self.exif, let orientation = orientation(at: offset + 4, end: offset + 2 + length) {
                isTurned = (5...8).contains(orientation)
            }
            offset += 2 + length
        }
        return nil
    }

    /// Whether a marker begins a frame: SOF0 to SOF15 without DHT, JPG and DAC.
    private static func isFrame(_ marker: Int) -> Bool { (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker) }

    private func orientation(at start: Int, end: Int) -> Int? {
        guard bytes.text(at: start, 6) == "Exif\0\0" else { return nil }
        let tiff = start + 6
        let isLittle = bytes.text(at: tiff, 2) == "II"
        func word(_ offset: Int) -> Int? { isLittle ? bytes.little16(at: offset) : bytes.big16(at: offset) }
        func long(_ offset: Int) -> Int? { isLittle ? bytes.little32(at: offset) : bytes.big32(at: offset) }
        guard let directory = long(tiff + 4), directory < end - tiff, let count = word(tiff + directory) else { return nil }
        for entry in 0..<count {
            let place = tiff + directory + 2 + 12 * entry
            guard place + 12 <= end, let tag = word(place) else { return nil }
            if tag == Self.orientationTag { return word(place + 8) }
        }
        return nil
    }
}
