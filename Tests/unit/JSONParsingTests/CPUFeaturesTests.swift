#if AVX2 && os(Linux)
import Foundation
import Testing

@testable import JSONParsing

@Suite("CPU features") struct CPUFeaturesTests {
    @Test("agree with /proc/cpuinfo about AVX2") func hasAVX2() throws {
        let flags = try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8).split(separator: "\n").first { $0.hasPrefix("flags") }
        let names = try #require(flags).split(separator: " ")
        #expect(CPUFeatures.hasAVX2 == (names.contains("avx2") && names.contains("bmi1")))
    }
}
#endif
