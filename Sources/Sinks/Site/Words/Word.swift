/// A text of the interface in all languages that the pages speak.
///
/// A percent sign stands for the value that ``SiteWords`` puts in.
struct Word: Sendable {
    let en: String
    let de: String
    let fr: String
    let es: String
    let it: String
    let pt: String
    let nl: String
    let ja: String
    let ar: String
    let he: String
}
