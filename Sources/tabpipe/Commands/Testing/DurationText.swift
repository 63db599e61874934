/// Times in results of tests.
enum DurationText {
    /// A number of seconds with two digits behind the point.
    static func hundredths(_ seconds: Double) -> String {
        let hundredths = Int((seconds * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
