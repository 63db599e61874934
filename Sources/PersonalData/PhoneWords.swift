/// Words beside numbers, in the languages of many mails.
enum PhoneWords {
    static let phones = words(
        "tel phone ph mobile mob mobil cell fax fon handy ruf rufnummer call text sms whatsapp signal viber telegram durchwahl hotline dial callto t m f p "
            + "móvil movil celular cel tlf tfno portable port gsm cellulare cell numero-verde mobiel natel puhelin puh gsm tlf mobilnr kom tél teléf telèfon тел телефон моб "
            + "電話 携帯 电话 手机 전화 휴대폰 τηλ τηλέφωνο telef telefax landline office helpline faks ring ☎ ☏ ✆ 📞 📟 📠 📱 📲 d h w c o b direct sms")
    static let short: Set<String> = [
        "t", "m", "p", "f", "ph", "kom", "app", "int", "ring", "text", "call", "port", "dial", "signal", "ruf", "cell", "моб",
        "d", "h", "w", "c", "o", "b", "direct",
    ]
    /// Short words that are no abbreviations: a dot behind them ends a sentence.
    static let verbs: Set<String> = ["text", "call", "port", "dial", "signal", "ring", "ruf", "app", "direct"]
    static let phoneStems = ["telef", "telep", "téléph", "phone", "teléf", "телеф"]
    /// Words that end like those for telephones.
    static let devices: Set<String> = ["smartphone", "smartphones", "iphone", "headphone", "headphones", "microphone", "saxophone"]
    /// Words between `call` or `number` and a number: "call us at", "my number is".
    static let fillers: Set<String> = ["me", "us", "him", "her", "them", "on", "at", "under", "now", "is", "today", "back", "or", "to"]
    /// Words between `order` and its number, and abbreviations that a dot follows.
    static let abbreviations: Set<String> = [
        "no", "nr", "num", "number", "nummer", "nº", "n", "id", "code", "ref", "réf", "inv", "art", "po", "vol", "pp", "p", "pos", "ord",
        "the",
        "of",
        "is", "for", "s", "und", "and",
    ]
    static let numbers: Set<String> = ["number", "nummer", "numéro", "número", "numero", "nr"]
    static let owners: Set<String> = [
        "my", "our", "your", "his", "her", "their", "meine", "unsere", "mon", "mi", "mio", "mijn", "private", "direct", "new", "neue",
    ]
    static let others = words(
        "hrb hra plz zip postcode postal "
            + "order orders invoice ticket ref reference id isbn issn iban account customer case tracking number-plate sku serial part item model version build "
            + "bestellung bestellnummer rechnung rechnungsnummer kundennummer auftragsnummer auftrag vorgang vorgangsnummer aktenzeichen artikel artikelnummer kontonummer konto blz "
            + "commande facture numéro-client pedido factura ordine fattura cliente bestelling factuur zamówienie faktura "
            + "vat ust ustid siret siren nif cif ein ssn rfc parcel shipment doi pmid page pages line lines seite year years revision commit bug issue timestamp po rma batch lot imei mac "
            + "réf référence nip инн piva iva gtin ean upc asin barcode policy contract vertrag vertragsnummer booking buchung réservation reservierung pnr license licence chapter section"
    )
    /// Ends of words for numbers in German, Dutch and the languages of Scandinavia: `Kundennr.`, `factuurnummer`.
    private static let compounds = ["nummern", "nummer", "nr"]
    /// What stands in front of them in words for telephone numbers: `Handynummer`, `Rückrufnr.`
    private static let phoneStarts = ["tel", "fax", "handy", "mob", "gsm", "sms", "whatsapp", "festnetz", "durchwahl", "hotline"]
    private static let phoneEnds = ["ruf", "fon", "foon", "fax", "handy", "mobil", "mobiel"]
    /// The same in words that are used for telephone numbers and others.
    private static let openStarts: Set<String> = [
        "service", "kontakt", "contact", "kontakts", "notfall", "privat", "privé", "büro", "geheim",
    ]

    /// What a word says that ends in one for a number: whether it is that of a telephone; nil if it says nothing.
    static func isPhone(compound word: String) -> Bool? {
        guard let end = compounds.first(where: word.hasSuffix) else { return nil }
        let stem = String(word.dropLast(end.count))
        if stem.isEmpty || openStarts.contains(stem) { return nil }
        return phoneStarts.contains(where: stem.hasPrefix) || phoneEnds.contains(where: stem.hasSuffix)
    }
    static let units = words(
        "eur euro euros usd gbp chf jpy cny sek nok dkk pln inr dollar dollars pounds yen rub kg g mg km m cm mm ms s kb mb gb tb bytes byte px people inhabitants "
            + "einwohner habitants users items units stück pieces rows records mio million millions percent prozent views times tons hz khz mhz kwh lines euros czk huf ron try brl mxn cad aud nzd kč zł ft kr руб грн lei лв ден"
    )
    static let extensions: Set<String> = [
        "ext", "extn", "extension", "x", "durchwahl", "dw", "app", "poste", "int", "interno", "anexo", "ramal", "toestel", "wew",
    ]

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
