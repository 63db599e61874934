#if AVX2
internal import _Builtin_intrinsics.intel.cpuid

/// Optional instructions of the processor, detected at run time.
enum CPUFeatures {
    /// Whether the processor has AVX2 and BMI1, and the operating system saves the vectors of 32 bytes when it switches threads.
    static let hasAVX2: Bool = {
        var (eax, ebx, ecx, edx): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        // Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CPUID: leaf 1 (OSXSAVE and AVX), leaf 7 (BMI1 and
        // AVX2), leaf 13 (size of the XSAVE area). The first two are set even if the operating system has disabled the vectors. The
        // XSAVE area is then smaller: subleaf 0 gives its size in the standard format, subleaf 1 in the compacted one, if supported.
        let savingAVX: UInt32 = 1 << 27 | 1 << 28
        guard unsafe __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0, ecx & savingAVX == savingAVX else { return false }
        let instructions: UInt32 = 1 << 3 | 1 << 5
        guard unsafe __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0, ebx & instructions == instructions else { return false }
        let bytesWithAVX: UInt32 = 832
        guard unsafe __get_cpuid_count(13, 0, &eax, &ebx, &ecx, &edx) != 0, ebx >= bytesWithAVX else { return false }
        guard unsafe __get_cpuid_count(13, 1, &eax, &ebx, &ecx, &edx) != 0 else { return false }
        let supportsCompactedFormat = eax & 1 << 1 != 0
        return !supportsCompactedFormat || ebx >= bytesWithAVX
    }()
}
#endif
