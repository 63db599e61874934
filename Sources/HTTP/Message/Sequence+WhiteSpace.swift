extension Sequence<UInt8> {
    /// Whether there is nothing but ASCII white space.
    var isBlank: Bool { allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
