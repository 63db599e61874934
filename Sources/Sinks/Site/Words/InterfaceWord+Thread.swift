// The words of a timeline.
extension InterfaceWord {
    static let conversation = InterfaceWord(
        en: "Conversation", de: "Unterhaltung", fr: "Conversation", es: "Conversación", it: "Conversazione", pt: "Conversa", nl: "Gesprek",
        ja: "会話", ar: "محادثة", he: "שיחה")
    static let conversationWith = InterfaceWord(
        en: "Conversation with %", de: "Unterhaltung mit %", fr: "Conversation avec %", es: "Conversación con %", it: "Conversazione con %",
        pt: "Conversa com %", nl: "Gesprek met %", ja: "%との会話", ar: "محادثة مع %", he: "שיחה עם %")
    static let noMessages = InterfaceWord(
        en: "No messages", de: "Keine Nachrichten", fr: "Aucun message", es: "Sin mensajes", it: "Nessun messaggio", pt: "Nenhuma mensagem",
        nl: "Geen berichten", ja: "メッセージはありません", ar: "لا توجد رسائل", he: "אין הודעות")
    /// The value is the number of messages, two or more.
    static let newestLast = InterfaceWord(
        en: "% messages, the newest last", de: "% Nachrichten, die neueste zuletzt", fr: "% messages, le plus récent en dernier",
        es: "% mensajes, el más reciente al final", it: "% messaggi, il più recente per ultimo", pt: "% mensagens, a mais recente no fim",
        nl: "% berichten, het nieuwste onderaan", ja: "メッセージ %件、最新は最後", ar: "الرسائل: %، الأحدث في النهاية",
        he: "% הודעות, החדשה ביותר בסוף")
    /// The value is the range of messages on a page, such as "201–400 / 1000".
    static let messageRange = InterfaceWord(
        en: "Messages %", de: "Nachrichten %", fr: "Messages n° %", es: "Mensajes %", it: "Messaggi %", pt: "Mensagens %",
        nl: "Berichten %",
        ja: "メッセージ %", ar: "الرسائل %", he: "הודעות %")
    /// The skip link of a timeline.
    static let newestMessage = InterfaceWord(
        en: "To the newest message", de: "Zur neuesten Nachricht", fr: "Au message le plus récent", es: "Al mensaje más reciente",
        it: "Al messaggio più recente", pt: "Para a mensagem mais recente", nl: "Naar het nieuwste bericht", ja: "最新のメッセージへ",
        ar: "إلى أحدث رسالة", he: "להודעה החדשה ביותר")
    static let earlierMessages = InterfaceWord(
        en: "Earlier messages", de: "Frühere Nachrichten", fr: "Messages précédents", es: "Mensajes anteriores", it: "Messaggi precedenti",
        pt: "Mensagens anteriores", nl: "Eerdere berichten", ja: "以前のメッセージ", ar: "الرسائل السابقة", he: "הודעות קודמות")
    static let laterMessages = InterfaceWord(
        en: "Later messages", de: "Spätere Nachrichten", fr: "Messages suivants", es: "Mensajes posteriores", it: "Messaggi successivi",
        pt: "Mensagens seguintes", nl: "Latere berichten", ja: "以後のメッセージ", ar: "الرسائل اللاحقة", he: "הודעות מאוחרות יותר")
    static let allMessages = InterfaceWord(
        en: "All messages", de: "Alle Nachrichten", fr: "Tous les messages", es: "Todos los mensajes", it: "Tutti i messaggi",
        pt: "Todas as mensagens", nl: "Alle berichten", ja: "すべてのメッセージ", ar: "كل الرسائل", he: "כל ההודעות")
    static let searchMessages = InterfaceWord(
        en: "Search the messages", de: "Nachrichten durchsuchen", fr: "Rechercher dans les messages", es: "Buscar en los mensajes",
        it: "Cerca nei messaggi", pt: "Pesquisar nas mensagens", nl: "Berichten doorzoeken", ja: "メッセージを検索", ar: "البحث في الرسائل",
        he: "חיפוש בהודעות")
}

extension CountedWord {
    /// The link at the top edge to the messages above.
    static let earlier = CountedWord(
        one: InterfaceWord(
            en: "% earlier", de: "% frühere", fr: "% précédent", es: "% anterior", it: "% precedente", pt: "% anterior", nl: "% eerder",
            ja: "以前 %件", ar: "السابقة: %", he: "קודמות: %"),
        other: InterfaceWord(
            en: "% earlier", de: "% frühere", fr: "% précédents", es: "% anteriores", it: "% precedenti", pt: "% anteriores",
            nl: "% eerder", ja: "以前 %件", ar: "السابقة: %", he: "קודמות: %"))
    /// The same link for screen readers; it begins with the text on the screen.
    static let earlierLabel = CountedWord(
        one: InterfaceWord(
            en: "% earlier message", de: "% frühere Nachricht", fr: "% précédent dans la conversation", es: "% anterior en la conversación",
            it: "% precedente nella conversazione", pt: "% anterior na conversa", nl: "% eerder bericht", ja: "以前 %件のメッセージ",
            ar: "السابقة: % من الرسائل",
            he: "קודמות: % הודעות"),
        other: InterfaceWord(
            en: "% earlier messages", de: "% frühere Nachrichten", fr: "% précédents dans la conversation",
            es: "% anteriores en la conversación",
            it: "% precedenti nella conversazione", pt: "% anteriores na conversa", nl: "% eerder verzonden berichten", ja: "以前 %件のメッセージ",
            ar: "السابقة: % من الرسائل", he: "קודמות: % הודעות"))
    static let found = CountedWord(
        one: InterfaceWord(
            en: "% message found", de: "% Nachricht gefunden", fr: "% message trouvé", es: "% mensaje encontrado",
            it: "% messaggio trovato", pt: "% mensagem encontrada", nl: "% bericht gevonden", ja: "%件のメッセージが見つかりました",
            ar: "الرسائل الموجودة: %", he: "הודעות שנמצאו: %"),
        other: InterfaceWord(
            en: "% messages found", de: "% Nachrichten gefunden", fr: "% messages trouvés", es: "% mensajes encontrados",
            it: "% messaggi trovati", pt: "% mensagens encontradas", nl: "% berichten gevonden", ja: "%件のメッセージが見つかりました",
            ar: "الرسائل الموجودة: %", he: "הודעות שנמצאו: %"))
}

// The words of a message in a timeline.
extension InterfaceWord {
    static let unknownSender = InterfaceWord(
        en: "Unknown sender", de: "Unbekannter Absender", fr: "Expéditeur inconnu", es: "Remitente desconocido", it: "Mittente sconosciuto",
        pt: "Remetente desconhecido", nl: "Onbekende afzender", ja: "差出人不明", ar: "مرسل غير معروف", he: "שולח לא ידוע")
    /// The title of a message's frame; the value is the sender.
    static let messageFrom = InterfaceWord(
        en: "Message from %", de: "Nachricht von %", fr: "Message de %", es: "Mensaje de %", it: "Messaggio di %", pt: "Mensagem de %",
        nl: "Bericht van %", ja: "%からのメッセージ", ar: "رسالة من %", he: "הודעה מאת %")
    /// The name of a message without a sender.
    static let messageNumber = InterfaceWord(
        en: "Message %", de: "Nachricht %", fr: "Message n° %", es: "Mensaje %", it: "Messaggio %", pt: "Mensagem %", nl: "Bericht %",
        ja: "メッセージ %", ar: "الرسالة %", he: "הודעה %")
    /// Stands before the blurb of a closed message, for screen readers.
    static let showMessage = InterfaceWord(
        en: "Show message: ", de: "Nachricht zeigen: ", fr: "Afficher le message : ", es: "Mostrar el mensaje: ",
        it: "Mostra il messaggio: ", pt: "Mostrar a mensagem: ", nl: "Bericht tonen: ", ja: "メッセージを表示: ", ar: "عرض الرسالة: ",
        he: "הצגת ההודעה: ")
    static let noText = InterfaceWord(
        en: "(no text)", de: "(kein Text)", fr: "(sans texte)", es: "(sin texto)", it: "(nessun testo)", pt: "(sem texto)",
        nl: "(geen tekst)", ja: "(本文なし)", ar: "(بلا نص)", he: "(ללא טקסט)")
    /// Marks a message that has come since the reader's last visit.
    static let newMessage = InterfaceWord(
        en: "New", de: "Neu", fr: "Nouveau", es: "Nuevo", it: "Nuovo", pt: "Nova", nl: "Nieuw", ja: "新着", ar: "جديد", he: "חדש")
    /// The link to a message's own page, where the page runs no scripts.
    static let readMessage = InterfaceWord(
        en: "Read message %", de: "Nachricht % lesen", fr: "Lire le message %", es: "Leer el mensaje %", it: "Leggi il messaggio %",
        pt: "Ler a mensagem %", nl: "Bericht % lezen", ja: "メッセージ %を読む", ar: "قراءة الرسالة %", he: "לקריאת הודעה %")
    static let attachments = InterfaceWord(
        en: "Attachments", de: "Anhänge", fr: "Pièces jointes", es: "Archivos adjuntos", it: "Allegati", pt: "Anexos", nl: "Bijlagen",
        ja: "添付ファイル", ar: "المرفقات", he: "קבצים מצורפים")
    static let showAllImages = InterfaceWord(
        en: "Show all images", de: "Alle Bilder zeigen", fr: "Afficher toutes les images", es: "Mostrar todas las imágenes",
        it: "Mostra tutte le immagini", pt: "Mostrar todas as imagens", nl: "Alle afbeeldingen tonen", ja: "すべての画像を表示", ar: "عرض كل الصور",
        he: "הצגת כל התמונות")
    static let showQuote = InterfaceWord(
        en: "Show quoted text", de: "Zitierten Text zeigen", fr: "Afficher le texte cité", es: "Mostrar el texto citado",
        it: "Mostra il testo citato", pt: "Mostrar o texto citado", nl: "Geciteerde tekst tonen", ja: "引用文を表示", ar: "عرض النص المقتبس",
        he: "הצגת הטקסט המצוטט")
    static let hideQuote = InterfaceWord(
        en: "Hide quoted text", de: "Zitierten Text verbergen", fr: "Masquer le texte cité", es: "Ocultar el texto citado",
        it: "Nascondi il testo citato", pt: "Ocultar o texto citado", nl: "Geciteerde tekst verbergen", ja: "引用文を隠す",
        ar: "إخفاء النص المقتبس", he: "הסתרת הטקסט המצוטט")
    static let waiting = InterfaceWord(
        en: "Loading the message…", de: "Die Nachricht wird geladen …", fr: "Chargement du message…", es: "Cargando el mensaje…",
        it: "Caricamento del messaggio…", pt: "Carregando a mensagem…", nl: "Bericht wordt geladen…", ja: "メッセージを読み込み中…",
        ar: "جارٍ تحميل الرسالة…", he: "ההודעה נטענת…")
    static let failed = InterfaceWord(
        en: "The message could not be loaded.", de: "Die Nachricht konnte nicht geladen werden.", fr: "Le message n’a pas pu être chargé.",
        es: "No se pudo cargar el mensaje.", it: "Impossibile caricare il messaggio.", pt: "Não foi possível carregar a mensagem.",
        nl: "Het bericht kon niet worden geladen.", ja: "メッセージを読み込めませんでした。", ar: "تعذّر تحميل الرسالة.", he: "לא ניתן היה לטעון את ההודעה.")
    static let tryAgain = InterfaceWord(
        en: "Try again", de: "Erneut versuchen", fr: "Réessayer", es: "Reintentar", it: "Riprova", pt: "Tentar novamente",
        nl: "Opnieuw proberen", ja: "再試行", ar: "إعادة المحاولة", he: "לנסות שוב")
    /// Shown beside a link to the body itself.
    static let tooLarge = InterfaceWord(
        en: "The message is too large to be shown here.", de: "Die Nachricht ist zu groß, um hier gezeigt zu werden.",
        fr: "Le message est trop volumineux pour être affiché ici.", es: "El mensaje es demasiado grande para mostrarse aquí.",
        it: "Il messaggio è troppo grande per essere mostrato qui.", pt: "A mensagem é grande demais para ser mostrada aqui.",
        nl: "Het bericht is te groot om hier te tonen.", ja: "メッセージが大きすぎるため、ここには表示できません。",
        ar: "الرسالة أكبر من أن تُعرض هنا.", he: "ההודעה גדולה מכדי להציג אותה כאן.")
    /// Shown beside a button to try again, and a link to the body itself.
    static let stopped = InterfaceWord(
        en: "The page stopped while it was showing this message.", de: "Die Seite ist stehen geblieben, als sie diese Nachricht zeigte.",
        fr: "La page s’est bloquée pendant l’affichage de ce message.", es: "La página se bloqueó al mostrar este mensaje.",
        it: "La pagina si è bloccata mentre mostrava questo messaggio.", pt: "A página travou ao mostrar esta mensagem.",
        nl: "De pagina liep vast toen dit bericht werd getoond.", ja: "このメッセージの表示中にページが停止しました。",
        ar: "توقفت الصفحة أثناء عرض هذه الرسالة.", he: "הדף נתקע בזמן הצגת ההודעה הזו.")
}

extension CountedWord {
    static let showImages = CountedWord(
        one: InterfaceWord(
            en: "Show % image", de: "% Bild zeigen", fr: "Afficher % image", es: "Mostrar % imagen", it: "Mostra % immagine",
            pt: "Mostrar % imagem", nl: "% afbeelding tonen", ja: "画像を表示 (%)", ar: "عرض الصور (%)", he: "הצגת תמונות (%)"),
        other: InterfaceWord(
            en: "Show % images", de: "% Bilder zeigen", fr: "Afficher % images", es: "Mostrar % imágenes", it: "Mostra % immagini",
            pt: "Mostrar % imagens", nl: "% afbeeldingen tonen", ja: "画像を表示 (%)", ar: "عرض الصور (%)", he: "הצגת תמונות (%)"))
}

// The words inside and around the frames of mail.
extension InterfaceWord {
    /// Shown in place of an image that is not loaded.
    static let image = InterfaceWord(
        en: "Image", de: "Bild", fr: "Image", es: "Imagen", it: "Immagine", pt: "Imagem", nl: "Afbeelding", ja: "画像", ar: "صورة",
        he: "תמונה")
    static let enlarge = InterfaceWord(
        en: "Enlarge", de: "Vergrößern", fr: "Agrandir", es: "Ampliar", it: "Ingrandisci", pt: "Ampliar", nl: "Vergroten", ja: "拡大",
        ar: "تكبير", he: "הגדלה")
    /// The name of a part that is wider than the frame, for screen readers.
    static let wideContent = InterfaceWord(
        en: "Wide content", de: "Breiter Inhalt", fr: "Contenu large", es: "Contenido ancho", it: "Contenuto largo",
        pt: "Conteúdo largo", nl: "Brede inhoud", ja: "幅の広い内容", ar: "محتوى عريض", he: "תוכן רחב")
}

// The units of file sizes.
//
// - SeeAlso: [CLDR, Units](https://cldr.unicode.org/translation/units)
extension InterfaceWord {
    static let bytes = InterfaceWord(
        en: "% B", de: "% B", fr: "% o", es: "% B", it: "% B", pt: "% B", nl: "% B", ja: "% バイト", ar: "% بايت", he: "% בייט")
    static let kilobytes = InterfaceWord(
        en: "% kB", de: "% kB", fr: "% ko", es: "% kB", it: "% kB", pt: "% kB", nl: "% kB", ja: "% kB", ar: "% ك.بايت", he: "% kB")
    static let megabytes = InterfaceWord(
        en: "% MB", de: "% MB", fr: "% Mo", es: "% MB", it: "% MB", pt: "% MB", nl: "% MB", ja: "% MB", ar: "% م.بايت", he: "% MB")
    static let gigabytes = InterfaceWord(
        en: "% GB", de: "% GB", fr: "% Go", es: "% GB", it: "% GB", pt: "% GB", nl: "% GB", ja: "% GB", ar: "% غ.بايت", he: "% GB")
    static let terabytes = InterfaceWord(
        en: "% TB", de: "% TB", fr: "% To", es: "% TB", it: "% TB", pt: "% TB", nl: "% TB", ja: "% TB", ar: "% ت.بايت", he: "% TB")

    /// The units of file sizes, each a thousand times the one before.
    static let sizes = [bytes, kilobytes, megabytes, gigabytes, terabytes]
}
