// The words of a timeline.
extension Word {
    static let conversation = Word(
        en: "Conversation", de: "Unterhaltung", fr: "Conversation", es: "Conversación", it: "Conversazione", pt: "Conversa", nl: "Gesprek",
        ja: "会話", ar: "محادثة", he: "שיחה")
    static let conversationWith = Word(
        en: "Conversation with %", de: "Unterhaltung mit %", fr: "Conversation avec %", es: "Conversación con %", it: "Conversazione con %",
        pt: "Conversa com %", nl: "Gesprek met %", ja: "%との会話", ar: "محادثة مع %", he: "שיחה עם %")
    static let noMessages = Word(
        en: "No messages", de: "Keine Nachrichten", fr: "Aucun message", es: "Sin mensajes", it: "Nessun messaggio", pt: "Nenhuma mensagem",
        nl: "Geen berichten", ja: "メッセージはありません", ar: "لا توجد رسائل", he: "אין הודעות")
    /// The number of messages, two or more.
    static let newestLast = Word(
        en: "% messages, the newest last", de: "% Nachrichten, die neueste zuletzt", fr: "% messages, le plus récent en dernier",
        es: "% mensajes, el más reciente al final", it: "% messaggi, il più recente per ultimo", pt: "% mensagens, a mais recente no fim",
        nl: "% berichten, het nieuwste onderaan", ja: "メッセージ %件、最新は最後", ar: "الرسائل: %، الأحدث في النهاية",
        he: "% הודעות, החדשה ביותר בסוף")
    /// The messages of one page, such as "201–400 / 1000".
    static let messageRange = Word(
        en: "Messages %", de: "Nachrichten %", fr: "Messages n° %", es: "Mensajes %", it: "Messaggi %", pt: "Mensagens %",
        nl: "Berichten %",
        ja: "メッセージ %", ar: "الرسائل %", he: "הודעות %")
    /// The skip link of a timeline.
    static let newestMessage = Word(
        en: "To the newest message", de: "Zur neuesten Nachricht", fr: "Au message le plus récent", es: "Al mensaje más reciente",
        it: "Al messaggio più recente", pt: "Para a mensagem mais recente", nl: "Naar het nieuwste bericht", ja: "最新のメッセージへ",
        ar: "إلى أحدث رسالة", he: "להודעה החדשה ביותר")
    static let earlierMessages = Word(
        en: "Earlier messages", de: "Frühere Nachrichten", fr: "Messages précédents", es: "Mensajes anteriores", it: "Messaggi precedenti",
        pt: "Mensagens anteriores", nl: "Eerdere berichten", ja: "以前のメッセージ", ar: "الرسائل السابقة", he: "הודעות קודמות")
    static let laterMessages = Word(
        en: "Later messages", de: "Spätere Nachrichten", fr: "Messages suivants", es: "Mensajes posteriores", it: "Messaggi successivi",
        pt: "Mensagens seguintes", nl: "Latere berichten", ja: "以後のメッセージ", ar: "الرسائل اللاحقة", he: "הודעות מאוחרות יותר")
    static let allMessages = Word(
        en: "All messages", de: "Alle Nachrichten", fr: "Tous les messages", es: "Todos los mensajes", it: "Tutti i messaggi",
        pt: "Todas as mensagens", nl: "Alle berichten", ja: "すべてのメッセージ", ar: "كل الرسائل", he: "כל ההודעות")
    static let searchMessages = Word(
        en: "Search the messages", de: "Nachrichten durchsuchen", fr: "Rechercher dans les messages", es: "Buscar en los mensajes",
        it: "Cerca nei messaggi", pt: "Pesquisar nas mensagens", nl: "Berichten doorzoeken", ja: "メッセージを検索", ar: "البحث في الرسائل",
        he: "חיפוש בהודעות")
}

extension CountedWord {
    /// The link at the top edge to the messages above.
    static let earlier = CountedWord(
        one: Word(
            en: "% earlier", de: "% frühere", fr: "% précédent", es: "% anterior", it: "% precedente", pt: "% anterior", nl: "% eerder",
            ja: "以前 %件", ar: "السابقة: %", he: "קודמות: %"),
        other: Word(
            en: "% earlier", de: "% frühere", fr: "% précédents", es: "% anteriores", it: "% precedenti", pt: "% anteriores",
            nl: "% eerder", ja: "以前 %件", ar: "السابقة: %", he: "קודמות: %"))
    /// The same link for screen readers; it begins with the text on the screen.
    static let earlierLabel = CountedWord(
        one: Word(
            en: "% earlier message", de: "% frühere Nachricht", fr: "% précédent dans la conversation", es: "% anterior en la conversación",
            it: "% precedente nella conversazione", pt: "% anterior na conversa", nl: "% eerder bericht", ja: "以前 %件のメッセージ",
            ar: "السابقة: % من الرسائل",
            he: "קודמות: % הודעות"),
        other: Word(
            en: "% earlier messages", de: "% frühere Nachrichten", fr: "% précédents dans la conversation",
            es: "% anteriores en la conversación",
            it: "% precedenti nella conversazione", pt: "% anteriores na conversa", nl: "% eerder verzonden berichten", ja: "以前 %件のメッセージ",
            ar: "السابقة: % من الرسائل", he: "קודמות: % הודעות"))
    static let found = CountedWord(
        one: Word(
            en: "% message found", de: "% Nachricht gefunden", fr: "% message trouvé", es: "% mensaje encontrado",
            it: "% messaggio trovato", pt: "% mensagem encontrada", nl: "% bericht gevonden", ja: "%件のメッセージが見つかりました",
            ar: "الرسائل الموجودة: %", he: "הודעות שנמצאו: %"),
        other: Word(
            en: "% messages found", de: "% Nachrichten gefunden", fr: "% messages trouvés", es: "% mensajes encontrados",
            it: "% messaggi trovati", pt: "% mensagens encontradas", nl: "% berichten gevonden", ja: "%件のメッセージが見つかりました",
            ar: "الرسائل الموجودة: %", he: "הודעות שנמצאו: %"))
}
