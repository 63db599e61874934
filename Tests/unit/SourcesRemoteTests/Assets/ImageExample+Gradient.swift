@testable import Assets

extension ImageExample {
    /// A whole gray PNG file without compression.
    ///
    /// - SeeAlso: [PNG, 5](https://www.w3.org/TR/png-3/#5DataRep); RFC 1950; RFC 1951, section 3.2.4
    static func gradient(width: Int, height: Int) -> [UInt8] {
        var rows: [UInt8] = []
        for row in 0..<height { rows += [0] + (0..<width).map { UInt8(truncatingIfNeeded: $0 + row) } }
        var data: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: rows.count, by: 0xFFFF) {
            let block = rows[start..<min(start + 0xFFFF, rows.count)]
            let length: [UInt8] = big(block.count, 2).reversed()
            data.append(start + block.count == rows.count ? 1 : 0)
            data += length
            data += length.map { ~$0 }
            data += block
        }
        var low = 1
        var high = 0
        for byte in rows {
            low = (low + Int(byte)) % 65521
            high = (high + low) % 65521
        }
        data += big(high << 16 | low, 4)
        let header: [UInt8] = big(width, 4) + big(height, 4) + [8, 0, 0, 0, 0]
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", header)
        file += chunk("IDAT", data)
        return file + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        var sum: UInt32 = .max
        for byte in body {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return big(content.count, 4) + body + big(Int(~sum), 4)
    }
}
