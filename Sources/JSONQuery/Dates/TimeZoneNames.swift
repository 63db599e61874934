/// The zones that mail and feeds name. Names with several meanings, such as IST, are missing.
///
/// - SeeAlso: [RFC 5322, section 4.3, Obsolete Date and Time](https://www.rfc-editor.org/rfc/rfc5322#section-4.3)
enum TimeZoneNames {
    private static let hours: [String: Int] = [
        "ut": 0, "utc": 0, "gmt": 0, "z": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8,
        "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "west": 1, "cet": 1, "cest": 2, "mez": 1, "mesz": 2, "eet": 2, "eest": 3, "msk": 3,
        "hkt": 8,
        "sgt": 8, "awst": 8, "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
    ]

    /// Seconds east of UTC. Single letters are UTC, because mail programs have used them with both signs.
    ///
    /// - Parameter name: The name in lower case.
    static func offset(of name: String) -> Int? {
        if let hours = hours[name] { return hours * 3600 }
        return name.utf8.count == 1 && name != "j" ? 0 : nil
    }

    /// Whether an offset may follow the name, as in `GMT+0100`.
    static func isUTC(_ name: String) -> Bool { ["utc", "gmt", "ut"].contains(name) }
}
