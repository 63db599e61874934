/// Words beside numbers, in the languages of many mails.
enum PhoneWords {
    static let phones = words(
        "tel phone ph mobile mob mobil cell fax fon handy ruf rufnummer call text sms whatsapp signal viber telegram durchwahl hotline dial callto t m f p "
            + "móvil movil celular cel tlf tfno portable port gsm cellulare cell numero-verde mobiel natel puhelin puh gsm tlf mobilnr kom tél teléf telèfon тел телефон моб "
            + "電話 携帯 电话 手机 전화 휴대폰 τηλ τηλέφωνο telef telefax landline office helpline faks ring")
    static let short: Set<String> = [
        "t", "m", "p", "f", "ph", "kom", "app", "int", "ring", "text", "call", "port", "dial", "signal", "ruf", "cell", "моб",
    ]
    static let phoneStems = ["telef", "telep", "téléph", "phone", "teléf", "телеф"]
    static let others = words(
        "order orders invoice ticket ref reference id isbn issn iban account customer case tracking number-plate sku serial part item model version build "
            + "bestellung bestellnummer rechnung rechnungsnummer kundennummer auftragsnummer auftrag vorgang vorgangsnummer aktenzeichen artikel artikelnummer kontonummer konto blz "
            + "commande facture numéro-client pedido factura ordine fattura cliente bestelling factuur zamówienie faktura "
            + "vat ust ustid siret siren nif cif ein ssn rfc parcel shipment doi pmid page pages line lines seite year years revision commit bug issue timestamp po rma batch lot imei mac "
            + "gtin ean upc asin barcode policy contract vertrag vertragsnummer booking buchung réservation reservierung pnr license licence chapter section"
    )
    static let units = words(
        "eur euro euros usd gbp chf jpy cny sek nok dkk pln inr dollar dollars pounds yen rub kg g mg km m cm mm ms s kb mb gb tb bytes byte px people inhabitants "
            + "einwohner habitants users items units stück pieces rows records mio million millions percent prozent views times tons hz khz mhz kwh lines euros czk huf ron try brl mxn cad aud nzd"
    )
    static let extensions: Set<String> = [
        "ext", "extn", "extension", "x", "durchwahl", "dw", "app", "poste", "int", "interno", "anexo", "ramal", "toestel", "wew",
    ]

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
