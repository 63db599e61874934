#if AVX2
internal import _Builtin_intrinsics.intel.cpuid

/// What the processor can do beyond what all of its kind can.
enum CPUFeatures {
    /// Whether it has vectors of 32 bytes (AVX2, and BMI1 with it), which the system keeps when it changes from one thread to another.
    static let hasAVX2: Bool = {
        var (eax, ebx, ecx, edx): (UInt32, UInt32, UInt32, UInt32) = (0, 0, 0, 0)
        // Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2, CPUID: the leaves 1 (OSXSAVE and AVX), 7 (BMI1 and
        // AVX2) and 13. Processors name these also where the system has switched the vectors off; but then the area where it has the
        // processor save registers is shorter than with them. Where that may have gaps, it is asked how long it is without gaps.
        let savingAVX: UInt32 = 1 << 27 | 1 << 28
        guard unsafe __get_cpuid(1, &eax, &ebx, &ecx, &edx) != 0, ecx & savingAVX == savingAVX else { return false }
        let instructions: UInt32 = 1 << 3 | 1 << 5
        guard unsafe __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0, ebx & instructions == instructions else { return false }
        let bytesWithAVX: UInt32 = 832
        guard unsafe __get_cpuid_count(13, 0, &eax, &ebx, &ecx, &edx) != 0, ebx >= bytesWithAVX else { return false }
        guard unsafe __get_cpuid_count(13, 1, &eax, &ebx, &ecx, &edx) != 0 else { return false }
        let savesWithoutGaps = eax & 1 << 1 != 0
        return !savesWithoutGaps || ebx >= bytesWithAVX
    }()
}
#endif
