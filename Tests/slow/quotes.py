#!/usr/bin/env python3
"""Makes replies with the introductions of mail programs in many languages, splits them with strip_quotes, and prints the share that is right.

The templates are written down from what the programs send, and differ from those of the unit tests. Each attribution comes with a short and
a long name, wrapped at three widths and not, marked and not, in text and in the markup of programs. A reply is right if exactly the
sender's own text remains.
"""

import html
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import series

OWN = "Good, we take it.\n\nThe blue one, if it is still there."
ASKED = ["Shall I reserve a boat for you?", "The red one leaks a little."]
SENDERS = [("Ida Holm", "ida.holm@example.net"), ("Maximilian Alexander Freytag-Sørensen", "m.a.freytag@boats.harbour.example.net")]

# Attributions above lines with quote marks. N is the name of the sender, A the address.
MARKED = {
    "Gmail, English, PM": "On Tue, Nov 9, 2027 at 2:05 PM N <A> wrote:",
    "Gmail, English with a narrow blank": "On Tue, Nov 9, 2027 at 2:05\u202fPM N <A> wrote:",
    "Gmail, Australian": "On Tue, 9 Nov 2027 at 2:05 pm, N <A> wrote:",
    "Gmail, German": "Am Di., 9. Nov. 2027 um 14:05 Uhr schrieb N <A>:",
    "Gmail, French": "Le mar. 9 nov. 2027 à 14:05, N <A> a écrit :",
    "Gmail, Canadian French": "Le mar. 9 nov. 2027, à 14 h 05, N <A> a écrit :",
    "Gmail, Spanish": "El mar, 9 nov 2027 a las 14:05, N (<A>) escribió:",
    "Gmail, Spanish of Mexico": "El mar, 9 de nov. de 2027 a la(s) 2:05 p.m., N (A) escribió:",
    "Gmail, Italian": "Il giorno mar 9 nov 2027 alle ore 14:05 N <A> ha scritto:",
    "Gmail, Italian, older": "Il giorno 9 novembre 2027 14:05, N <A> ha scritto:",
    "Gmail, Portuguese of Brazil": "Em ter., 9 de nov. de 2027 às 14:05, N <A> escreveu:",
    "Gmail, Portuguese": "N <A> escreveu (terça, 9/11/2027 à(s) 14:05):",
    "Gmail, Dutch": "Op di 9 nov 2027 om 14:05 schreef N <A>:",
    "Gmail, Polish": "wt., 9 lis 2027 o 14:05 N <A> napisał(a):",
    "Gmail, Swedish": "Den tis 9 nov. 2027 kl 14:05 skrev N <A>:",
    "Gmail, Danish": "tir. 9. nov. 2027 kl. 14.05 skrev N <A>:",
    "Gmail, Norwegian": "tir. 9. nov. 2027, 14:05 skrev N <A>:",
    "Gmail, Finnish": "ti 9. marrask. 2027 klo 14.05 N (A) kirjoitti:",
    "Gmail, Czech": "út 9. 11. 2027 v 14:05 odesílatel N <A> napsal:",
    "Gmail, Slovak": "ut 9. 11. 2027 o 14:05 N <A> napísal(a):",
    "Gmail, Hungarian": "N <A> ezt írta (időpont: 2027. nov. 9., K, 14:05):",
    "Gmail, Romanian": "mar., 9 nov. 2027, 14:05 N <A> a scris:",
    "Gmail, Turkish": "N <A>, 9 Kas 2027 Sal, 14:05 tarihinde şunu yazdı:",
    "Gmail, Greek": "Στις Τρί 9 Νοε 2027 στις 2:05 μ.μ., ο χρήστης N <A> έγραψε:",
    "Gmail, Russian": "вт, 9 нояб. 2027 г. в 14:05, N <A>:",
    "Gmail, Ukrainian": "вт, 9 лист. 2027 р. о 14:05 N <A> пише:",
    "Gmail, Bulgarian": "На вт, 9.11.2027 г. в 14:05 ч. N <A> написа:",
    "Gmail, Croatian": "uto, 9. stu 2027. u 14:05 N <A> napisao je:",
    "Gmail, Serbian": "уто, 9. нов 2027. у 14:05 N <A> је написао/ла:",
    "Gmail, Serbian in Latin letters": "uto, 9. nov 2027. u 14:05 N <A> je napisao/la:",
    "Gmail, Slovene": "V V tor., 9. nov. 2027 ob 14:05 je oseba N <A> napisala:",
    "Gmail, Slovene, another sex": "V tor., 9. nov. 2027 ob 14:05 je oseba N <A> napisal/a:",
    "Gmail, Lithuanian": "2027-11-09, an, 14:05 N <A> rašė:",
    "Gmail, Latvian": "otrd., 2027. g. 9. nov., plkst. 14:05 — lietotājs N (<A>) rakstīja:",
    "Gmail, Estonian": "Kontakt N (<A>) kirjutas kuupäeval T, 9. november 2027 kell 14:05:",
    "Gmail, Japanese": "2027年11月9日(火) 14:05 N <A>:",
    "Gmail, Chinese": "N <A> 于2027年11月9日周二 14:05写道：",
    "Gmail, Chinese of Taiwan": "N <A> 於 2027年11月9日 週二 下午2:05寫道：",
    "Gmail, Korean": "2027년 11월 9일 (화) 오후 2:05, N <A>님이 작성:",
    "Gmail, Arabic": "في الثلاثاء، 9 نوفمبر 2027 في 2:05 م تمت كتابة ما يلي بواسطة N <A>:",
    "Gmail, Hebrew": "‫בתאריך יום ג׳, 9 בנוב׳ 2027 ב-14:05 מאת ‪N‬‏ <‪A‬‏>:‬",
    "Gmail, Thai": "เมื่อ อ. 9 พ.ย. 2027 เวลา 14:05 N <A> เขียนว่า:",
    "Gmail, Thai, older": "ในวันที่ 9 พฤศจิกายน 2570 14:05, N <A> เขียนว่า:",
    "Gmail, Vietnamese": "Vào Th 3, 9 thg 11, 2027 vào lúc 14:05 N <A> đã viết:",
    "Gmail, Indonesian": "Pada Sel, 9 Nov 2027 14.05, N <A> menulis:",
    "Gmail, Malay": "Pada Sel, 9 Nov 2027 pada 2:05 PTG N <A> menulis:",
    "Gmail, Hindi": "मंगल, 9 नव॰ 2027 को 2:05 pm बजे को N <A> ने लिखा:",
    "Gmail, Persian": "در تاریخ سه‌شنبه ۹ نوامبر ۲۰۲۷،‏ ۱۴:۰۵ N <A> نوشت:",
    "Gmail, Catalan": "Missatge de N <A> del dia dt., 9 de nov. 2027 a les 14:05:",
    "Apple, English": "On 9 Nov 2027, at 14:05, N <A> wrote:",
    "Apple, English on a telephone": "On Nov 9, 2027, at 2:05 PM, N <A> wrote:",
    "Apple, German": "Am 09.11.2027 um 14:05 schrieb N <A>:",
    "Apple, German on a telephone": "N <A> schrieb am 9. Nov. 2027 um 14:05:",
    "Apple, French": "Le 9 nov. 2027 à 14:05, N <A> a écrit :",
    "Apple, Spanish": "El 9 nov 2027, a las 14:05, N <A> escribió:",
    "Apple, Italian": "Il giorno 9 nov 2027, alle ore 14:05, N <A> ha scritto:",
    "Apple, Dutch": "Op 9 nov. 2027 om 14:05 heeft N <A> het volgende geschreven:",
    "Apple, Portuguese": "N <A> escreveu no dia 09/11/2027, às 14:05:",
    "Apple, Swedish": "9 nov. 2027 kl. 14:05 skrev N <A>:",
    "Apple, Danish": "Den 9. nov. 2027 kl. 14.05 skrev N <A>:",
    "Apple, Norwegian": "9. nov. 2027 kl. 14:05 skrev N <A>:",
    "Apple, Finnish": "N <A> kirjoitti 9.11.2027 kello 14.05:",
    "Apple, Polish": "Wiadomość napisana przez N <A> w dniu 09.11.2027, o godz. 14:05:",
    "Apple, Polish, newer": "W dniu 9 lis 2027, o godz. 14:05, N <A> napisał(a):",
    "Apple, Czech": "9. 11. 2027 v 14:05, N <A>:",
    "Apple, Russian": "9 нояб. 2027 г., в 14:05, N <A> написал(а):",
    "Apple, Turkish": "N <A> şunları yazdı (9 Kas 2027 14:05):",
    "Apple, Hungarian": "2027. nov. 9. dátummal, 14:05 időpontban N <A> írta:",
    "Apple, Croatian": "N <A> je dana 09.11.2027. u 14:05 napisao/la:",
    "Apple, Vietnamese": "Vào 14:05, 9 thg 11, 2027, N <A> đã viết:",
    "Apple, Thai": "เมื่อ 9 พ.ย. 2027 เวลา 14:05 N <A> เขียน:",
    "Apple, Ukrainian": "9 лист. 2027 р. о 14:05 N <A> написав(-ла):",
    "Apple, Greek": "Στις 9 Νοε 2027, στις 14:05, ο/η N <A> έγραψε:",
    "Apple, Japanese": "2027/11/09 14:05、N <A>のメール:",
    "Apple, Chinese": "2027年11月9日 下午2:05，N <A> 写道：",
    "Apple, Indonesian": "Pada 9 Nov 2027, pukul 14.05, N <A> menulis:",
    "Apple, Catalan": "El dia 9 nov. 2027, a les 14:05, N <A> va escriure:",
    "Thunderbird, British": "On 09/11/2027 14:05, N wrote:",
    "Thunderbird, with the address": "On 09/11/2027 14:05, N <A> wrote:",
    "Thunderbird, German": "Am 09.11.27 um 14:05 schrieb N:",
    "Thunderbird, French": "Le 09/11/2027 à 14:05, N a écrit :",
    "Thunderbird, Estonian": "N kirjutas 09.11.2027 kell 14:05:",
    "Thunderbird, Lithuanian": "2027-11-09 14:05, N rašė:",
    "Thunderbird, Slovak": "Dňa 9. 11. 2027 o 14:05 N napísal(a):",
    "Thunderbird, Croatian": "N je napisao/la dana 09.11.2027. u 14:05:",
    "Thunderbird, Serbian": "Дана 09.11.2027. у 14:05, N је написао(ла):",
    "Thunderbird, Slovene": "Dne 09. 11. 27 ob 14:05 je N napisal(a):",
    "Thunderbird, Norwegian": "Den 09.11.2027 14:05, skrev N:",
    "Thunderbird, Vietnamese": "Vào lúc 14:05 ngày 09/11/2027, N đã viết:",
    "Thunderbird, Indonesian": "Pada tanggal 09/11/2027 pukul 14.05, N menulis:",
    "Thunderbird, Japanese": "On 2027/11/09 14:05, N wrote:",
    "Thunderbird, Arabic": "في 09/11/2027 14:05، كتب N:",
    "Yahoo": "On Tuesday, November 9, 2027 at 02:05:11 PM EST, N <A> wrote:",
    "Yahoo, older": "On Tuesday, November 9, 2027 2:05 PM, N <A> wrote:",
    "Yahoo, telephone": "On Tue, Nov 9, 2027 at 2:05 PM, N<A> wrote:",
    "Yahoo, German": "Am Dienstag, 9. November 2027 um 14:05:11 MEZ hat N <A> Folgendes geschrieben:",
    "Yahoo, French": "Le mardi 9 novembre 2027 à 14:05:11 UTC+1, N <A> a écrit :",
    "Yahoo, Indonesian": "Pada Selasa, 9 November 2027 14.05.11 WIB, N <A> menulis:",
    "Proton": "On Tuesday, November 9th, 2027 at 2:05 PM, N <A> wrote:",
    "Proton, older": "‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, November 9, 2027 2:05 PM, N <A> wrote:",
    "Tuta": "9 Nov 2027, 14:05 by A:",
    "Open-Xchange": "On 11/09/2027 2:05 PM CET N <A> wrote:",
    "Open-Xchange, German": "N <A> hat am 09.11.2027 14:05 CET geschrieben:",
    "Open-Xchange, French": "Le 09/11/2027 14:05 CET, N <A> a écrit :",
    "Open-Xchange, Italian": "Il 09/11/2027 14:05 CET N <A> ha scritto:",
    "Open-Xchange, Dutch": "Op 09-11-2027 14:05 CET schreef N <A>:",
    "Roundcube": "On 2027-11-09 14:05, N wrote:",
    "Roundcube, German": "Am 09.11.2027 14:05, schrieb N:",
    "Roundcube, Czech": "Dne 9. 11. 2027 14:05, N napsal:",
    "Roundcube, Polish": "W dniu 2027-11-09 14:05, N napisał(a):",
    "Horde, German": "Zitat von N <A>:",
    "Horde": "Quoting N <A>:",
    "Horde, Spanish": "N <A> escribió:",
    "mutt": "On Tue, Nov 09, 2027 at 02:05:11PM +0100, N wrote:",
    "mutt, with time last": "On 2027-11-09 14:05:11 +0100, N wrote:",
    "alpine": "On Tue, 9 Nov 2027, N wrote:",
    "Sylpheed": "On Tue, 9 Nov 2027 14:05:11 +0100\nN <A> wrote:",
    "The Bat": "Tuesday, November 9, 2027, 2:05:11 PM, you wrote:",
    "The Bat, Russian": "Вы писали 9 ноября 2027 г., 14:05:11:",
    "Evolution": "On Tue, 2027-11-09 at 14:05 +0100, N wrote:",
    "Evolution, German": "Am Dienstag, dem 09.11.2027 um 14:05 +0100 schrieb N:",
    "KMail, French": "Le mardi 9 novembre 2027, 14:05:11 CET N a écrit :",
    "KMail, Spanish": "El martes, 9 de noviembre de 2027 14:05:11 (CET), N escribió:",
    "Gnus": "N <A> writes:",
    "GroupWise": ">>> On 11/9/2027 at 2:05 PM, in message <4711@mail.example.net>, N <A> wrote:",
    "Samsung, newer": "On Tue, 9 Nov 2027 at 14:05 N <A> wrote:",
    "Aqua Mail": "On 9 November 2027 14:05:11 N <A> wrote:",
    "K-9": "On November 9, 2027 2:05:11 PM GMT+01:00, N <A> wrote:",
    "K-9, French": "Le 9 novembre 2027 14:05:11 GMT+01:00, N <A> a écrit :",
    "K-9, Spanish": "El 9 de noviembre de 2027 14:05:11 CET, N <A> escribió:",
    "FairEmail, Dutch": "Op 9 november 2027 14:05:11 CET schreef N <A>:",
    "Mailspring": "On Nov 9 2027, at 2:05 pm, N <A> wrote:",
    "Superhuman": "On Tue, Nov 09, 2027 at 2:05 PM, N < A > wrote:",
    "Help Scout": "On Tue, Nov 9, 2027 at 2:05 PM CET, N <A> wrote:",
    "Freshdesk": "On Tue, 9 Nov, 2027 at 2:05 PM , N <A> wrote:",
    "Canary": "On Tuesday, Nov 09, 2027 at 2:05 pm, N <A> wrote:",
    "Fastmail, German": "Am Di, 9. Nov 2027, um 14:05, schrieb N:",
    "Libero": "Il 9 novembre 2027 alle 14:05 N <A> ha scritto:",
    "Yandex": "09.11.2027, 14:05, \"N\" <A>:",
    "Mail.ru": "Вторник, 9 ноября 2027, 14:05 +03:00 от N <A>:",
    "Mail.ru, English": "Tuesday, November 9, 2027 2:05 PM +03:00 from N <A>:",
    "Rambler": "09.11.2027, 14:05, N <A> пишет:",
    "NetEase": "在 2027-11-09 14:05:11，\"N\" <A> 写道：",
    "NetEase, English": "At 2027-11-09 14:05:11, \"N\" <A> wrote:",
    "Discourse": "On Tuesday, November 9, 2027, N via Boats wrote:",
}

# Attributions with quotes below that no marks stand before.
PLAIN = {
    "Spark": "On 9 Nov 2027 at 14:05 +0100, N <A>, wrote:",
    "Outlook mobile": "On Tue, Nov 9, 2027 at 2:05 PM +0100, \"N\" <A> wrote:",
    "Zoho": "---- On Tue, 09 Nov 2027 14:05:11 +0100 N <A> wrote ----",
    "Zoho, newer": "---- On Tue, 09 Nov 2027 14:05:11 +0100 N<A> wrote ---",
    "Zoho, French": "---- Le mar., 09 nov. 2027 14:05:11 +0100 N <A> a écrit ----",
    "Front": "On November 9, 2027 at 2:05 PM GMT+1 A wrote:",
    "Missive": "On November 9, 2027 at 2:05 PM CET N <A> wrote:",
    "HEY": "On November 9, 2027, 2:05 PM, N <A> wrote:",
    "Polymail": "On Tue, Nov 9, 2027 at 2:05 PM N\n\n<\nmailto:N <A>\n> wrote:",
    "a link in the address": "On Tue, Nov 9, 2027 at 2:05 PM N <A<mailto:A>> wrote:",
    "Yahoo": "On Tuesday, November 9, 2027 at 02:05:11 PM GMT+1, N <A> wrote:",
    "Yahoo, Spanish": "El martes, 9 de noviembre de 2027, 14:05:11 CET, N <A> escribió:",
    "Yahoo, Portuguese": "Em terça-feira, 9 de novembro de 2027 às 14:05:11 BRT, N <A> escreveu:",
    "Gmail, Polish": "wt., 9 lis 2027 o 14:05 N <A> napisał(a):",
    "Gmail, Czech": "út 9. 11. 2027 v 14:05 odesílatel N <A> napsal:",
    "Gmail, Slovak": "ut 9. 11. 2027 o 14:05 N <A> napísal(a):",
    "Gmail, Lithuanian": "2027-11-09, an, 14:05 N <A> rašė:",
    "Gmail, Estonian": "Kontakt N (<A>) kirjutas kuupäeval T, 9. november 2027 kell 14:05:",
    "Gmail, Indonesian": "Pada Sel, 9 Nov 2027 14.05, N <A> menulis:",
    "Gmail, Thai": "เมื่อ อ. 9 พ.ย. 2027 เวลา 14:05 N <A> เขียนว่า:",
    "Gmail, Persian": "در تاریخ سه‌شنبه ۹ نوامبر ۲۰۲۷،‏ ۱۴:۰۵ N <A> نوشت:",
    "Gmail, Hindi": "मंगल, 9 नव॰ 2027 को 2:05 pm बजे को N <A> ने लिखा:",
    "Gmail, Vietnamese": "Vào Th 3, 9 thg 11, 2027 vào lúc 14:05 N <A> đã viết:",
    "Gmail, Slovene": "V V tor., 9. nov. 2027 ob 14:05 je oseba N <A> napisala:",
    "Gmail, Serbian": "уто, 9. нов 2027. у 14:05 N <A> је написао/ла:",
    "Gmail, Bulgarian": "На вт, 9.11.2027 г. в 14:05 ч. N <A> написа:",
}

# Blocks of headers, with a separator or without: sender, date, recipient, subject in the words of the program.
HEADERS = {
    "Outlook, telephone": "________________________________\nFrom: N <A>\nSent: Tuesday, November 9, 2027 2:05:11 PM\nTo: Per Lie <per@example.net>\nSubject: Boat",
    "Outlook, Mac": "From: N <A>\nDate: Tuesday, 9 November 2027 at 14:05\nTo: Per Lie <per@example.net>\nSubject: Boat",
    "Outlook, Mac, German": "Von: N <A>\nDatum: Dienstag, 9. November 2027 um 14:05\nAn: Per Lie <per@example.net>\nBetreff: Boot",
    "Outlook, Mac, French": "De : N <A>\nDate : mardi, 9 novembre 2027 à 14:05\nÀ : Per Lie <per@example.net>\nObjet : Bateau",
    "Outlook, Mac, Spanish": "De: N <A>\nFecha: martes, 9 de noviembre de 2027, 14:05\nPara: Per Lie <per@example.net>\nAsunto: Barco",
    "Outlook, Windows Phone": "________________________________\nFrom: N<mailto:A>\nSent: \u200e11/\u200e9/\u200e2027 2:05 PM\nTo: Per Lie<mailto:per@example.net>\nSubject: Boat",
    "Outlook, Portuguese of Brazil": "De: N <A>\nEnviada em: terça-feira, 9 de novembro de 2027 14:05\nPara: Per Lie <per@example.net>\nAssunto: Barco",
    "Outlook, Norwegian": "Fra: N <A>\nSendt: tirsdag 9. november 2027 14:05\nTil: Per Lie <per@example.net>\nEmne: Båt",
    "Outlook, Latvian": "No: N <A>\nNosūtīts: otrdiena, 2027. gada 9. novembris 14:05\nKam: Per Lie <per@example.net>\nTēma: laiva",
    "Outlook, Lithuanian": "Nuo: N <A>\nIšsiųsta: 2027 m. lapkričio 9 d., antradienis 14:05\nKam: Per Lie <per@example.net>\nTema: valtis",
    "Outlook, Serbian": "Od: N <A>\nPoslato: utorak, 9. novembar 2027. 14:05\nZa: Per Lie <per@example.net>\nTema: čamac",
    "Outlook, Serbian in Cyrillic": "Од: N <A>\nПослато: уторак, 9. новембар 2027. 14:05\nЗа: Per Lie <per@example.net>\nТема: чамац",
    "Outlook, Slovene": "Od: N <A>\nPoslano: torek, 09. november 2027 14:05\nZa: Per Lie <per@example.net>\nZadeva: čoln",
    "Outlook, Slovak": "Od: N <A>\nOdoslané: utorok 9. novembra 2027 14:05\nKomu: Per Lie <per@example.net>\nPredmet: čln",
    "Outlook, Thai": "จาก: N <A>\nส่งเมื่อ: วันอังคารที่ 9 พฤศจิกายน 2570 14:05\nถึง: Per Lie <per@example.net>\nเรื่อง: เรือ",
    "Outlook, Vietnamese": "Từ: N <A>\nĐã gửi: Thứ Ba, 9 Tháng Mười Một 2027 14:05\nĐến: Per Lie <per@example.net>\nChủ đề: thuyền",
    "Outlook, Persian": "از: N <A>\nارسال شده: سه‌شنبه 9 نوامبر 2027 14:05\nبه: Per Lie <per@example.net>\nموضوع: قایق",
    "Outlook, Hindi": "प्रेषक: N <A>\nभेजा गया: 09 नवंबर 2027 14:05\nप्रति: Per Lie <per@example.net>\nविषय: नाव",
    "Samsung": "-------- Original message --------\nFrom: N <A>\nDate: 09/11/2027 14:05 (GMT+01:00)\nTo: Per Lie <per@example.net>\nSubject: Boat",
    "Samsung, German": "-------- Ursprüngliche Nachricht --------\nVon: N <A>\nDatum: 09.11.27 14:05 (GMT+01:00)\nAn: Per Lie <per@example.net>\nBetreff: Boot",
    "Samsung, French": "-------- Message d'origine --------\nDe : N <A>\nDate : 09/11/2027 14:05 (GMT+01:00)\nÀ : Per Lie <per@example.net>\nObjet : Bateau",
    "Samsung, Spanish": "-------- Mensaje original --------\nDe: N <A>\nFecha: 9/11/27 14:05 (GMT+01:00)\nPara: Per Lie <per@example.net>\nAsunto: Barco",
    "Samsung, Italian": "-------- Messaggio originale --------\nDa: N <A>\nData: 09/11/27 14:05 (GMT+01:00)\nA: Per Lie <per@example.net>\nOggetto: Barca",
    "Samsung, Dutch": "-------- Oorspronkelijk bericht --------\nVan: N <A>\nDatum: 09-11-2027 14:05 (GMT+01:00)\nAan: Per Lie <per@example.net>\nOnderwerp: Boot",
    "Samsung, Portuguese": "-------- Mensagem original --------\nDe: N <A>\nData: 09/11/27 14:05 (GMT-03:00)\nPara: Per Lie <per@example.net>\nAssunto: Barco",
    "Samsung, Polish": "-------- Oryginalna wiadomość --------\nOd: N <A>\nData: 09.11.2027 14:05 (GMT+01:00)\nDo: Per Lie <per@example.net>\nTemat: Łódź",
    "Samsung, Russian": "-------- Исходное сообщение --------\nОт: N <A>\nДата: 09.11.2027 14:05 (GMT+03:00)\nКому: Per Lie <per@example.net>\nТема: Лодка",
    "Samsung, Swedish": "-------- Originalmeddelande --------\nFrån: N <A>\nDatum: 2027-11-09 14:05 (GMT+01:00)\nTill: Per Lie <per@example.net>\nRubrik: Båt",
    "Samsung, Danish": "-------- Oprindelig besked --------\nFra: N <A>\nDato: 09.11.2027 14.05 (GMT+01:00)\nTil: Per Lie <per@example.net>\nEmne: Båd",
    "Samsung, Norwegian": "-------- Opprinnelig melding --------\nFra: N <A>\nDato: 09.11.2027 14:05 (GMT+01:00)\nTil: Per Lie <per@example.net>\nEmne: Båt",
    "Samsung, Finnish": "-------- Alkuperäinen viesti --------\nLähettäjä: N <A>\nPäivämäärä: 9.11.2027 14.05 (GMT+02:00)\nSaaja: Per Lie <per@example.net>\nAihe: Vene",
    "Samsung, Czech": "-------- Původní zpráva --------\nOd: N <A>\nDatum: 09.11.27 14:05 (GMT+01:00)\nKomu: Per Lie <per@example.net>\nPředmět: Loď",
    "Samsung, Hungarian": "-------- Eredeti üzenet --------\nFeladó: N <A>\nDátum: 2027. 11. 09. 14:05 (GMT+01:00)\nCímzett: Per Lie <per@example.net>\nTárgy: Hajó",
    "Samsung, Romanian": "-------- Mesaj original --------\nDe la: N <A>\nData: 09.11.2027 14:05 (GMT+02:00)\nCătre: Per Lie <per@example.net>\nSubiect: Barcă",
    "Samsung, Turkish": "-------- Orijinal mesaj --------\nKimden: N <A>\nTarih: 9.11.2027 14:05 (GMT+03:00)\nKime: Per Lie <per@example.net>\nKonu: Tekne",
    "Samsung, Greek": "-------- Αρχικό μήνυμα --------\nΑπό: N <A>\nΗμερομηνία: 9/11/27 14:05 (GMT+02:00)\nΠρος: Per Lie <per@example.net>\nΘέμα: Βάρκα",
    "Samsung, Korean": "-------- 원본 이메일 --------\n보낸사람: N <A>\n날짜: 27/11/9 오후 2:05 (GMT+09:00)\n받은사람: Per Lie <per@example.net>\n제목: 배",
    "Samsung, Chinese": "-------- 原始邮件 --------\n发件人： N <A>\n日期： 2027/11/9 下午2:05 (GMT+08:00)\n收件人： Per Lie <per@example.net>\n主题： 船",
    "Samsung, Bulgarian": "-------- Оригинално съобщение --------\nОт: N <A>\nДата: 9.11.27 14:05 (GMT+02:00)\nДо: Per Lie <per@example.net>\nТема: Лодка",
    "Samsung, Croatian": "-------- Izvorna poruka --------\nŠalje: N <A>\nDatum: 09. 11. 2027. 14:05 (GMT+01:00)\nPrima: Per Lie <per@example.net>\nPredmet: Čamac",
    "Samsung, Slovene": "-------- Izvirno sporočilo --------\nOd: N <A>\nDatum: 09. 11. 27 14:05 (GMT+01:00)\nZa: Per Lie <per@example.net>\nZadeva: Čoln",
    "Samsung, Vietnamese": "-------- Tin nhắn gốc --------\nTừ: N <A>\nNgày: 09/11/2027 14:05 (GMT+07:00)\nĐến: Per Lie <per@example.net>\nChủ đề: thuyền",
    "Samsung, Indonesian": "-------- Pesan asli --------\nDari: N <A>\nTanggal: 09/11/27 14.05 (GMT+07:00)\nKe: Per Lie <per@example.net>\nSubjek: Perahu",
    "Samsung, Estonian": "-------- Algne sõnum --------\nKellelt: N <A>\nKuupäev: 09.11.2027 14:05 (GMT+02:00)\nKellele: Per Lie <per@example.net>\nTeema: Paat",
    "Samsung, Lithuanian": "-------- Originalus laiškas --------\nNuo: N <A>\nData: 2027-11-09 14:05 (GMT+02:00)\nKam: Per Lie <per@example.net>\nTema: Valtis",
    "Notes": "-----N <A> wrote: -----\nTo: Per Lie <per@example.net>\nFrom: N <A>\nDate: 11/09/2027 02:05PM\nSubject: Boat",
    "Notes, tabs": "From:\tN/Harbour/Example\nTo:\tPer Lie/Harbour/Example@Example\nDate:\t09.11.2027 14:05\nSubject:\tBoat",
    "Notes, German": "Von:\tN <A>\nAn:\tPer Lie <per@example.net>\nDatum:\t09.11.2027 14:05\nBetreff:\tBoot",
    "GroupWise": ">>> N <A> 09.11.2027 14:05 >>>",
    "GroupWise, American": ">>> N 11/09/27 2:05 PM >>>",
    "QQ": "------------------ Original ------------------\nFrom: \"N\" <A>;\nDate: Tue, Nov 9, 2027 02:05 PM\nTo: \"Per Lie\"<per@example.net>;\nSubject: Boat",
    "QQ, Chinese": "------------------ 原始邮件 ------------------\n发件人: \"N\" <A>;\n发送时间: 2027年11月9日(星期二) 下午2:05\n收件人: \"Per Lie\"<per@example.net>;\n主题: 船",
    "Foxmail": "From: N\nDate: 2027-11-09 14:05\nTo: Per Lie <per@example.net>\nSubject: Boat",
    "Foxmail, Chinese": "发件人： N\n发送时间： 2027-11-09 14:05\n收件人： Per Lie <per@example.net>\n主题： 船",
    "NetEase, telephone": "---- Replied Message ----\n| From | N<A> |\n| Date | 11/09/2027 14:05 |\n| To | Per Lie<per@example.net> |\n| Subject | Boat |",
    "NetEase, telephone, Chinese": "---- 回复的原邮件 ----\n| 发件人 | N<A> |\n| 日期 | 2027年11月09日 14:05 |\n| 收件人 | Per Lie<per@example.net> |\n| 主题 | 船 |",
    "Naver": "-----Original Message-----\nFrom: \"N\" <A>\nTo: \"Per Lie\" <per@example.net>;\nCc:\nSent: 2027-11-09 (화) 14:05:11 (GMT+09:00)\nSubject: Boat",
    "Daum": "--------- 원본 메일 ---------\n보낸사람 : N <A>\n받는사람 : Per Lie <per@example.net>\n날짜 : 2027년 11월 09일(화) 14:05:11\n제목 : 배",
    "Seznam": "---------- Původní e-mail ----------\nOd: N <A>\nKomu: per@example.net\nDatum: 9. 11. 2027 14:05:11\nPředmět: Loď",
    "GMX": "Gesendet: Dienstag, 09. November 2027 um 14:05 Uhr\nVon: \"N\" <A>\nAn: per@example.net\nBetreff: Boot",
    "mail.com": "Sent: Tuesday, November 09, 2027 at 2:05 PM\nFrom: \"N\" <A>\nTo: per@example.net\nSubject: Boat",
    "T-Online": "-----Original-Nachricht-----\nBetreff: Boot\nDatum: 2027-11-09T14:05:11+0100\nVon: \"N\" <A>\nAn: \"Per Lie\" <per@example.net>",
    "Freenet": "--- Originalnachricht ---\nVon: N <A>\nDatum: 09.11.2027 14:05:11\nAn: per@example.net\nBetreff: Boot",
    "Orange": "> Message du 09/11/27 14:05\n> De : \"N\" <A>\n> A : \"Per Lie\" <per@example.net>\n> Copie à : \n> Objet : Bateau\n>",
    "Orange, newer": "envoyé : 9 novembre 2027 à 14:05\nde : N <A>\nà : Per Lie <per@example.net>\nobjet : Bateau",
    "Zimbra": "----- Original Message -----\nFrom: \"N\" <A>\nTo: \"Per Lie\" <per@example.net>\nSent: Tuesday, November 9, 2027 2:05:11 PM\nSubject: Boat",
    "Zimbra, French": "----- Mail original -----\nDe: \"N\" <A>\nÀ: \"Per Lie\" <per@example.net>\nEnvoyé: Mardi 9 Novembre 2027 14:05:11\nObjet: Bateau",
    "Zimbra, German": "----- Ursprüngliche Mail -----\nVon: \"N\" <A>\nAn: \"Per Lie\" <per@example.net>\nGesendet: Dienstag, 9. November 2027 14:05:11\nBetreff: Boot",
    "Libero": "----Messaggio originale----\nDa: A\nData: 09-nov-2027 14.05\nA: \"Per Lie\"<per@example.net>\nOgg: Barca",
    "Salesforce": "--------------- Original Message ---------------\nFrom: N [A]\nSent: 11/9/2027 2:05 PM\nTo: per@example.net\nSubject: Boat",
    "BlackBerry": "From: N [mailto:A]\nSent: Tuesday, November 09, 2027 02:05 PM\nTo: Per Lie\nSubject: Boat",
    "BlackBerry, newer": "  Original Message  \nFrom: N <A>\nSent: Tuesday, November 9, 2027 2:05 PM\nTo: Per Lie\nReply To: N\nSubject: Boat",
    "IncrediMail": "-------Original Message-------\n\nFrom: N\nDate: 11/09/27 14:05:11\nTo: per@example.net\nSubject: Boat",
    "Hotmail, older": "From: A\nTo: per@example.net\nSubject: Boat\nDate: Tue, 9 Nov 2027 14:05:11 +0100",
    "Hotmail, date first": "Date: Tue, 9 Nov 2027 14:05:11 +0100\nSubject: Boat\nFrom: A\nTo: per@example.net",
    "without a sender": "Date: Tue, 9 Nov 2027 14:05:11 +0100\nTo: per@example.net",
    "Yahoo, older": "--- On Tue, 11/9/27, N <A> wrote:\n\nFrom: N <A>\nSubject: Boat\nTo: per@example.net\nDate: Tuesday, November 9, 2027, 2:05 PM",
    "Yahoo, older, with a rule": "________________________________\nFrom: N <A>\nTo: per@example.net\nSent: Tuesday, November 9, 2027 2:05 PM\nSubject: Boat",
    "Yahoo, Japanese": "----- Original Message -----\nFrom: N <A>\nTo: per@example.net\nDate: 2027/11/9, Tue 14:05\nSubject: 船",
    "Becky": "----- Original Message -----\nFrom: \"N\" <A>\nTo: <per@example.net>\nSent: Tuesday, November 09, 2027 2:05 PM\nSubject: Boat",
    "Rediffmail": "From: N <A>\nSent: Tue, 09 Nov 2027 14:05:11\nTo: per@example.net\nSubject: Boat",
    "Zendesk": "##- Please type your reply above this line -##\n\nYour request (4711) has been updated. To add additional comments, reply to this email.",
    "Zendesk, newer": "##- Please type your reply above this line -##\n\nN (Boats)\n\nNov 9, 2027, 14:05 CET",
    "Jira": "—-—-—-—\nReply above this line.\n\nN commented:",
}


def filled(template, sender):
    parts, name, address = [], *sender
    for index, letter in enumerate(template):
        around = template[index - 1 : index] + template[index + 1 : index + 2]
        is_alone = letter in "NA" and not any(other.isalnum() and other.isascii() for other in around)
        parts.append({"N": name, "A": address}[letter] if is_alone else letter)
    return "".join(parts)


def wrapped(text, width):
    lines = []
    for line in text.split("\n"):
        current = ""
        for word in line.split(" "):
            if current and len(current) + 1 + len(word) > width:
                lines.append(current)
                current = word
            else:
                current += (" " if current else "") + word
        lines.append(current)
    return "\n".join(lines)


def as_lines(text, separator="<br>"):
    return separator.join(html.escape(line, quote=False) for line in text.split("\n"))


def pages(name, introduction, asked):
    own = "<div>" + as_lines(OWN) + "</div>"
    line, quoted = as_lines(introduction), as_lines(asked)
    yield f"{name}, HTML of Yandex", f"{own}<div><br></div><div>{line}</div><blockquote><div>{quoted}</div></blockquote>"
    yield f"{name}, HTML of Roundcube", f'{own}<p id="reply-intro">{line}</p><blockquote type="cite" style="padding: 0 0.4em">{quoted}</blockquote>'
    yield f"{name}, HTML of Spark", f'{own}<div name="messageReplySection">{line}<br/><blockquote type="cite" class="spark_quote">{quoted}</blockquote></div>'
    yield f"{name}, HTML of Front", f'{own}<br><blockquote type="cite" class="front-blockquote"><p>{line}</p><div>{quoted}</div></blockquote>'
    yield f"{name}, HTML of Open-Xchange", f'{own}<blockquote type="cite"><div>{line}</div><div><br></div><div>{quoted}</div></blockquote>'


def header_pages(name, header, asked):
    own = "<p>" + "</p><p>".join(html.escape(line) for line in OWN.split("\n\n")) + "</p>"
    lines = [html.escape(line, quote=False) for line in header.split("\n")]
    divs, quoted = "".join(f"<div>{line or '<br>'}</div>" for line in lines), as_lines(asked)
    yield f"{name}, HTML of Samsung", f"{own}<div><br></div><div style=\"font-size:100%\">{divs}<div><br></div></div><div>{quoted}</div>"
    yield f"{name}, HTML with line breaks", f"{own}<p>{'<br>'.join(lines)}</p><p>{quoted}</p>"


def cases():
    """The replies: a name, the body as `text` or `html`, and the sender's own text."""
    asked = "\n".join(ASKED)
    for templates, mark in [(MARKED, "> "), (PLAIN, "")]:
        for turn, (name, template) in enumerate(templates.items()):
            for sender in SENDERS:
                introduction = filled(template, sender)
                quoted = "\n".join(mark + line for line in ASKED)
                for width in {72 + turn % 5, 998}:
                    for gap in ["\n", "\n\n"]:
                        body = f"{OWN}\n\n{wrapped(introduction, width)}{gap}{quoted}\n"
                        yield {"id": f"{name}, {sender[0]}, {width}", "text": body, "want": OWN}
            if not template.startswith(">"):
                for kind, page in pages(name, filled(template, SENDERS[turn % 2]), asked):
                    yield {"id": kind, "html": page, "want": OWN}
    for turn, (name, template) in enumerate(HEADERS.items()):
        for sender in SENDERS:
            yield {"id": f"{name}, {sender[0]}", "text": f"{OWN}\n\n{filled(template, sender)}\n{marked(template, asked)}\n", "want": OWN}
        if "|" in template or template.startswith(">"):
            continue
        for kind, page in header_pages(name, filled(template, SENDERS[turn % 2]), asked):
            yield {"id": kind, "html": page, "want": OWN}


def marked(header, asked):
    """The text below a header, with quote marks if the header has them."""
    return "> " + asked.replace("\n", "\n> ") if header.startswith("> ") else "\n" + asked


def visible(body, is_page):
    """The words of a body without white space."""
    return "".join((html.unescape(re.sub(r"<[^>]*>", "", body)) if is_page else body).split())


def main():
    given = series.arguments(__doc__, share=99)
    replies = list(cases())
    lines = "".join(json.dumps({"body": reply.get("text") or reply["html"]}) + "\n" for reply in replies)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stages.json")
        with open(path, "w") as file:
            json.dump({"stages": [{"type": "strip_quotes"}]}, file)
        run = subprocess.run([given.program, "pipe", path, "--quiet"], input=lines, capture_output=True, text=True, check=True)
    wrong = []
    for reply, line in zip(replies, run.stdout.splitlines(), strict=True):
        if visible(json.loads(line)["light_body"], "html" in reply) != visible(reply["want"], False):
            wrong.append(reply["id"])
    print(f"{len(replies) - len(wrong)} of {len(replies)} replies are right")
    for name in wrong:
        print(f"  {name}")
    sys.exit(len(wrong) * 100 > (100 - given.share) * len(replies))


if __name__ == "__main__":
    main()
