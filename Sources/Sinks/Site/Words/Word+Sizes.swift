// The units of file sizes.
//
// - SeeAlso: [CLDR, Units](https://cldr.unicode.org/translation/units)
extension Word {
    static let bytes = Word(
        en: "% B", de: "% B", fr: "% o", es: "% B", it: "% B", pt: "% B", nl: "% B", ja: "% バイト", ar: "% بايت", he: "% בייט")
    static let kilobytes = Word(
        en: "% kB", de: "% kB", fr: "% ko", es: "% kB", it: "% kB", pt: "% kB", nl: "% kB", ja: "% kB", ar: "% ك.بايت", he: "% kB")
    static let megabytes = Word(
        en: "% MB", de: "% MB", fr: "% Mo", es: "% MB", it: "% MB", pt: "% MB", nl: "% MB", ja: "% MB", ar: "% م.بايت", he: "% MB")
    static let gigabytes = Word(
        en: "% GB", de: "% GB", fr: "% Go", es: "% GB", it: "% GB", pt: "% GB", nl: "% GB", ja: "% GB", ar: "% غ.بايت", he: "% GB")
    static let terabytes = Word(
        en: "% TB", de: "% TB", fr: "% To", es: "% TB", it: "% TB", pt: "% TB", nl: "% TB", ja: "% TB", ar: "% ت.بايت", he: "% TB")

    /// The units of file sizes, each a thousand times the one before.
    static let sizes = [bytes, kilobytes, megabytes, gigabytes, terabytes]
}
