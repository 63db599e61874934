extension Span<UInt8> {
    /// Whether there is nothing but ASCII white space.
    ///
    /// Package access: the HTTP client and the source http look for an empty body. The code of the client is not optimized, so the loop is
    /// here.
    package var isBlank: Bool {
        for index in indices where self[index] != 0x20 && !(0x09...0x0D).contains(self[index]) { return false }
        return true
    }
}
