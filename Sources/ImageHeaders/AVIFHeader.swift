/// The boxes of an AVIF file that contain its size.
///
/// - SeeAlso: ISO/IEC 14496-12, section 4.2; ISO/IEC 23008-12, section 6.5.3
struct AVIFHeader {
    private let bytes: HeaderBytes

    init(_ bytes: HeaderBytes) { self.bytes = bytes }

    /// The largest size among the properties of the items, which is that of the image and not of a thumbnail. A rotation by 90 degrees
    /// swaps width and height. nil if there is no size.
    var size: ImageSize? {
        // `meta` has four bytes of version and flags before its boxes.
        guard let meta = box("meta", in: 0..<bytes.count), let properties = box("iprp", in: meta.dropFirst(4)),
            let container = box("ipco", in: properties)
        else { return nil }
        var best: ImageSize?
        var isTurned = false
        forEachBox(in: container) { name, content in
            if name == "ispe", let width = bytes.big32(at: content.lowerBound + 4), let height = bytes.big32(at: content.lowerBound + 8),
                let size = ImageSize(width, height), size.width * size.height > (best.map { $0.width * $0.height } ?? 0)
            {
                best = size
            }
            if name == "irot", let angle = bytes[content.lowerBound] { isTurned = angle & 1 == 1 }
        }
        return isTurned ? best?.turned : best
    }

    private func box(_ wanted: String, in range: Range<Int>) -> Range<Int>? {
        var found: Range<Int>?
        forEachBox(in: range) { name, content in if name == wanted, found == nil { found = content } }
        return found
    }

    private func forEachBox(in range: Range<Int>, _ body: (String, Range<Int>) -> Void) {
        var offset = range.lowerBound
        while let length = bytes.big32(at: offset), let name = bytes.text(at: offset + 4, 4) {
            var start = offset + 8
            var end = range.upperBound
            if length == 1 {
                guard let long = bytes.big64(at: start), long <= range.upperBound - offset else { return }
                start += 8
                end = offset + long
            } else if length > 0 {
                end = min(range.upperBound, offset + length)
            }
            guard end > offset, start <= end else { return }
            body(name, start..<end)
            offset = end
        }
    }
}
