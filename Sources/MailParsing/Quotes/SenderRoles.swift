/// The nouns by which people call the sender of a message: "the customer Ann Lund", "Kollege Miller", "клиент Иван".
///
/// Mail programs write the name alone. So such a noun in front of a name shows a sentence.
enum SenderRoles {
    /// Whether a word is such a noun, in small letters or not.
    static func contains(_ word: some StringProtocol) -> Bool { roles.contains(word.lowercased()) }

    /// Whether a word is such a noun in front of a name, and behind none. A capital is no sign of a noun but in German: an account may be
    /// called "Customer Care".
    static func isBeforeName(_ tokens: [IntroductionTokens.Token], _ index: Int) -> Bool {
        let text = tokens[index].text
        guard text.first?.isUppercase == true ? german.contains(String(text)) : contains(text) else { return false }
        guard index + 1 < tokens.count, isName(tokens[index + 1]), tokens[index + 1].text.first?.isLowercase != true else { return false }
        guard index > 0, isName(tokens[index - 1]), tokens[index - 1].text.first?.isUppercase == true else { return true }
        return ToldIntroduction.capitals.contains(String(tokens[index - 1].text))
    }

    private static func isName(_ token: IntroductionTokens.Token) -> Bool {
        if case .word(let kinds) = token.kind { return !kinds.contains(.verb) && !kinds.contains(.glue) && !kinds.contains(.clock) }
        return token.kind == .quoted
    }

    private static let german: Set<String> = [
        "Kollege", "Kollegin", "Kunde", "Kundin", "Mandant", "Mandantin", "Mieter", "Mieterin", "Vermieter", "Vermieterin", "Lieferant",
        "Nachbarin",
    ]

    private static let roles = Set(
        [
            "customer client colleague coworker co-worker boss neighbour neighbor friend supplier landlord tenant lawyer teacher sister "
                + "brother wife husband",
            "kollege kollegin kunde kundin mandant mandantin mieter mieterin vermieter vermieterin lieferant nachbar nachbarin chef chefin",
            "client cliente collègue patron patronne voisin voisine ami amie fournisseur locataire sœur frère",
            "cliente clienta colega compañero compañera jefe jefa vecino vecina amigo amiga proveedor hermano hermana",
            "collega capo vicino vicina amico amica fornitore", "chefe vizinho vizinha fornecedor irmão irmã",
            "klant klante collega buurman buurvrouw vriend vriendin leverancier baas",
            "klient klientka kolega koleżanka szef szefowa sąsiad sąsiadka",
            "kund kunden kollega kollegan chefen grannen vännen leverantören",
            "kunde kollegaen naboen sjefen vennen leverandøren", "asiakas työkaveri naapuri ystävä",
            "zákazník zákaznice kolegyně soused sousedka přítel šéf", "zákazníčka kolegyňa sused suseda priateľ",
            "ügyfél kolléga kolléganő vevő szomszéd barát főnök", "clientul clienta colegul vecinul prietenul șeful",
            "müşteri müşterim müşterimiz arkadaş arkadaşım komşu komşum", "πελάτης πελάτισσα συνάδελφος γείτονας φίλος",
            "клиент клиентка заказчик заказчица коллега покупатель сосед соседка начальник друг",
            "клієнт клієнтка замовник колега покупець сусід сусідка друг", "клиентът колегата съсед приятел",
            "kupac klijent klijentica kolegica susjed купац клијент колегиница", "stranka sodelavec sodelavka kupec",
            "klientas klientė kolegė kaimynas", "klients kliente kolēģis kolēģe", "klient kolleeg naaber",
            "hàng nghiệp", "pelanggan klien rekan", "companya", "العميل الزبون الزميل", "הלקוח לקוח עמית", "مشتری همکار", "ग्राहक",
            "고객 고객님 동료", "客户 客戶 顾客 顧客 同事 お客様 同僚",
        ].flatMap { $0.split(separator: " ").map(String.init) })
}
