"""Mails that are hard to show on a telephone, for mail_looks.py: each a name and its HTML."""

WORDS = "The quarterly report of the lighthouse keepers is ready, and everybody who asked for a copy will find the numbers below. "
LONG = "https://tracking.example/click/" + "a1b2c3d4e5f6" * 12 + "?utm_source=newsletter&utm_medium=email"

PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


def rows(count, columns, cell="{0}.{1}"):
    return "".join("<tr>" + "".join("<td>" + cell.format(row, column) + "</td>" for column in range(columns)) + "</tr>" for row in range(count))


def column(width, title):
    return f'<td width="{width}" valign="top" style="width:{width}px;padding:10px"><h3>{title}</h3><p>{WORDS}</p><a href="https://x.example/">Read more</a></td>'


def nested(opening, closing, count, inner):
    return opening * count + inner + closing * count


def responsive(rules, body):
    return f"<html><head><style>{rules}</style></head><body>{body}</body></html>"


MAILS = {
    "footer-8px": f'<p>{WORDS}</p><p style="font-size:8px;color:#777">Imprint: {WORDS} <a href="https://x.example/u">Unsubscribe</a></p>',
    "text-6pt": f'<div style="font-size:6pt">{WORDS}<b style="font-size:2em">Twice as large</b> <small>and small</small></div>',
    "font-size-1": f'<font size="1">{WORDS}</font><center><font size="7" color="#c00">Headline</font></center>',
    "small-sup": f'<p style="font-size:12px">Price 12<sup>99</sup> and H<sub>2</sub>O. {WORDS}</p>',
    "nav-nowrap": '<table width="600"><tr>' + "".join(f'<td nowrap style="white-space:nowrap;padding:0 14px"><a href="https://x.example/{n}">{n}</a></td>' for n in ("Home", "Products", "New arrivals", "Sale", "Stores", "About us", "Contact", "Help")) + "</tr></table>",
    "nowrap-paragraph": f'<p style="white-space:nowrap">{WORDS}</p>',
    "nowrap-spans": '<div style="white-space:nowrap">' + "".join(f'<span style="display:inline-block;width:180px">Step number {n}</span>' for n in range(5)) + "</div>",
    "fixed-height": f'<div style="height:40px;background:#eef">{WORDS * 3}</div><p>After the box.</p>',
    "fixed-height-hidden": f'<div style="height:60px;overflow:hidden;border:1px solid #999">{WORDS * 3}</div><p>After the box.</p>',
    "fixed-row-heights": f'<table><tr height="20"><td height="20" style="height:20px">{WORDS}</td></tr><tr><td style="max-height:20px"><div style="max-height:20px">{WORDS}</div></td></tr></table>',
    "white-on-image": f'<div style="background-image:url(https://x.example/dark.jpg);color:#fff;padding:40px"><h1>Winter is coming</h1><p>{WORDS}</p></div>',
    "white-on-image-attribute": f'<table width="600" background="https://x.example/night.png"><tr><td style="padding:30px"><font color="#ffffff">{WORDS}</font></td></tr></table>',
    "white-on-image-with-color": f'<div style="background:#223 url(https://x.example/dark.jpg) no-repeat;color:#fff;padding:20px">{WORDS}</div>',
    "white-on-white": f'<p style="color:#ffffff">{WORDS}</p><p style="color:#eee">Pale. {WORDS}</p>',
    "inverted": f'<div style="background:#000;color:#fff"><p>{WORDS}</p><a href="https://x.example/">A link</a></div>',
    "dark-text-without-ground": f'<p style="color:#000">{WORDS}</p><p style="color:#111111">Second. {WORDS}</p>',
    "dark-ground-without-text": f'<div style="background:#0a0a20;padding:10px">{WORDS}</div>',
    "light-ground-without-text": f'<div style="background:#fffbe6;padding:10px">{WORDS}</div><p>Plain</p>',
    "dark-mode-rules": responsive("@media (prefers-color-scheme: dark) { .c { background:#222 !important; color:#ddd !important } }", f'<div class="c" style="background:#fff;color:#333;padding:20px">{WORDS}</div>'),
    "dark-mode-half": responsive("@media (prefers-color-scheme: dark) { p { color:#ffffff !important } }", f'<div style="background:#ffffff"><p style="color:#333">{WORDS}</p></div>'),
    "color-in-sheet": responsive("p { color: #0000aa } .note { background: #000033; color: #99bbff }", f'<p>{WORDS}</p><p class="note">{WORDS}</p>'),
    "fixed-600": f'<table width="600" align="center" cellpadding="0" cellspacing="0"><tr><td width="600" style="width:600px"><table width="560" align="center"><tr><td width="560">{WORDS * 2}</td></tr></table></td></tr></table>',
    "fixed-600-min": f'<div style="width:600px;min-width:600px"><table style="width:600px;min-width:600px"><tr><td style="min-width:600px">{WORDS}</td></tr></table></div>',
    "three-columns": f'<table width="600"><tr>{column(200, "Lighthouses")}{column(200, "Harbours")}{column(200, "Weather")}</tr></table>',
    "three-columns-percent": '<table width="100%"><tr>' + f'<td width="33%"><p>{WORDS}</p></td>' * 3 + "</tr></table>",
    "sidebar": f'<table width="640"><tr><td width="160" bgcolor="#eeeeee">Contents<br>Introduction<br>Acknowledgements</td><td width="480">{WORDS * 4}</td></tr></table>',
    "four-pictures": '<table width="600"><tr>' + '<td width="150"><img src="https://x.example/p.jpg" width="140" height="140" alt="A product"><br>Product name<br>12.00</td>' * 4 + "</tr></table>",
    "data-12-columns": "<table border=1><tr>" + "".join(f"<th>{m}</th>" for m in ("January February March April May June July August September October November December").split()) + "</tr>" + rows(6, 12, "1{0}{1}.00 EUR") + "</table>",
    "data-wide-words": "<table><thead><tr><th>Identification</th><th>Responsibility</th><th>Correspondence</th><th>Classification</th></tr></thead>" + rows(4, 4, "Characterisation") + "</table>",
    "invoice": '<table width="600"><tr><th align=left>Description</th><th>Quantity</th><th align=right>Price</th></tr>' + "".join(f'<tr><td>Lamp, blue, with a long description of what it is {n}</td><td align=center>{n}</td><td align=right nowrap>EUR 1{n}.00</td></tr>' for n in range(5)) + "</table>",
    "deep-quotes": nested("<blockquote>", "</blockquote>", 20, f"<p>{WORDS}</p>"),
    "deep-quotes-styled": nested('<blockquote style="margin:0 0 0 40px;padding:0 20px;border-left:2px solid #00f">', "</blockquote>", 15, f"<p>{WORDS}</p>"),
    "deep-padding": nested('<table cellpadding="30" width="100%"><tr><td style="padding:30px">', "</td></tr></table>", 10, f"<p>{WORDS}</p>"),
    "deep-lists": nested("<ul><li>Level", "</li></ul>", 12, WORDS),
    "huge-padding": f'<div style="padding:120px 150px;margin:60px"><p style="text-indent:300px">{WORDS}</p></div>',
    "outlook": f'<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal {{ margin:0cm; font-size:11.0pt; font-family:"Calibri",sans-serif }}</style></head><body><div class="WordSection1"><p class="MsoNormal"><span style="mso-fareast-language:EN-US">{WORDS}<o:p></o:p></span></p><p class="MsoNormal"><o:p>&nbsp;</o:p></p><table class="MsoTableGrid" border="1" style="border-collapse:collapse;width:720.0pt"><tr><td width="480" valign="top" style="width:360.0pt;padding:0cm 5.4pt"><p class="MsoNormal">{WORDS}</p></td><td width="480" style="width:360.0pt"><p class="MsoNormal">{WORDS}</p></td></tr></table></div></body></html>',
    "vml": f'<!--[if mso]><v:rect xmlns:v="urn:schemas-microsoft-com:vml" fill="true" style="width:600px;height:200px"><v:fill type="tile" src="https://x.example/b.png" color="#222"/><v:textbox inset="0,0,0,0"><![endif]--><div style="background:#222222;color:#fff">{WORDS}</div><!--[if mso]></v:textbox></v:rect><![endif]--><p>Below</p>',
    "rtl": '<div dir="rtl" style="width:600px;text-align:right"><p>שלום לכולם, זהו עלון החדשות השבועי שלנו עם הרבה מילים.</p><table width="600" dir="rtl"><tr><td width="300">מחיר</td><td width="300">תיאור ארוך של המוצר</td></tr></table><p>مرحبا بكم في نشرتنا الإخبارية الأسبوعية</p></div>',
    "cjk": "<table width=600><tr><td width=200>" + "毎週のニュースレターをお届けします。" * 4 + "</td><td width=400>" + "灯台守の四半期報告書が完成しました。" * 6 + "</td></tr></table>",
    "long-url": f'<p>See {LONG} for more.</p><table width="100%"><tr><td>Link</td><td>{LONG}</td></tr></table>',
    "long-word-heading": f'<h1 style="font-size:72px">Congratulations</h1><h2 style="font-size:48px">Unwiderstehlichkeitsbeweis</h2><p>{WORDS}</p>',
    "center-font": f'<center><font face="Arial" size="+2" color="navy"><b>Great offers</b></font><table border=0 width=700 bgcolor=yellow><tr><td><font size=-2>{WORDS}</font></td></tr></table></center>',
    "flex-row": '<div style="display:flex;gap:20px">' + f'<div style="width:250px;flex-shrink:0"><b>Card</b><p>{WORDS}</p></div>' * 3 + "</div>",
    "grid": '<div style="display:grid;grid-template-columns:250px 250px 250px">' + f"<div><b>Card</b><p>{WORDS}</p></div>" * 3 + "</div>",
    "css-table": f'<div style="display:table;width:900px"><div style="display:table-row"><div style="display:table-cell;width:450px">{WORDS}</div><div style="display:table-cell;width:450px">{WORDS}</div></div></div>',
    "floats": f'<div style="float:left;width:300px;height:100px;background:#efe">{WORDS}</div><div style="float:right;width:300px">{WORDS}</div><div style="clear:both">End</div>',
    "wide-image": '<img src="https://x.example/w.jpg" width="1400" height="300" alt="A panorama of the harbour at dawn"><p>Below</p>',
    "icons": "".join(f'<a href="https://x.example/{n}"><img src="https://x.example/i{n}.png" width="24" height="24" alt=""></a>' for n in range(6)) + '<img src="https://x.example/spacer.gif" width="1" height="30"><p>Follow us</p>',
    "image-without-alt": f'<a href="https://x.example/"><img src="{LONG}.png" width="300" height="100" alt="{LONG}.png"></a><img src="https://x.example/pixel.gif" width="3" height="3"><p>Text</p>',
    "pre-wide": "<pre>" + ("0123456789 " * 30 + "\n") * 4 + "</pre><p>Below</p>",
    "code-long": f'<p>Run <code>{"tabpipe-" * 20}</code> now.</p>',
    "preheader": f'<div style="display:none;max-height:0;overflow:hidden">Secret preview text</div><div style="max-height:0px;overflow:hidden;mso-hide:all">Second secret</div><span style="font-size:1px;line-height:1px;color:#fff">Third secret</span><span style="opacity:0;font-size:0">Fourth</span><p>{WORDS}</p>',
    "preheader-sheet": responsive(".preheader { display:none !important; visibility:hidden; opacity:0; max-height:0; font-size:1px }", f'<span class="preheader">Secret preview text</span><p>{WORDS}</p>'),
    "telephone-rules": responsive("@media only screen and (max-width:480px) { .col { display:block !important; width:100% !important } .desk { display:none !important } .t { width:100% !important } .big { font-size:18px !important } }", f'<table class="t" width="600"><tr><td class="col big" width="300">{WORDS}</td><td class="col" width="300">{WORDS}</td></tr></table><p class="desk">Only on wide screens</p>'),
    "mobile-only": responsive(".mob { display:none; max-height:0; overflow:hidden } @media (max-width:480px) { .mob { display:block !important; max-height:none !important } }", f'<div class="mob">Only on telephones</div><p>{WORDS}</p>'),
    "line-height": f'<div style="line-height:8px;font-size:16px">{WORDS}<span style="font-size:24px">Large</span> {WORDS}</div><p style="line-height:1">{WORDS}</p>',
    "cell-line-height": f'<table><tr><td style="font-size:0;line-height:0"><table width=600><tr><td style="font-size:14px">{WORDS}</td></tr></table></td></tr></table>',
    "negative": f'<div style="background:#ddd"><p style="margin-top:-20px;margin-left:-50px">{WORDS}</p></div><p style="text-indent:-9999px">Pulled out</p><p style="letter-spacing:-2px">{WORDS}</p>',
    "absolute": f'<div style="position:relative;height:200px"><div style="position:absolute;top:0;left:0">One. {WORDS}</div><div style="position:absolute;top:20px;left:10px">Two. {WORDS}</div></div>',
    "buttons": '<table width="600"><tr><td align="center"><a href="https://x.example/" style="display:inline-block;width:400px;height:44px;line-height:44px;background:#0a7;color:#ffffff;white-space:nowrap">Confirm your subscription to our weekly letter</a></td></tr></table>',
    "word-break": f'<table width="600"><tr><td width="300" style="word-break:break-all">{WORDS}</td><td width="300" style="word-break:break-word">{WORDS}</td><td width="300">{WORDS}</td></tr></table>',
    "letter-spacing": '<h1 style="letter-spacing:14px;text-transform:uppercase">Announcement of results</h1>',
    "half-transparent": f'<p style="opacity:.35">{WORDS}</p><p style="color:rgba(0,0,0,.3)">{WORDS}</p>',
    "bgcolor-mix": f'<table bgcolor="#333333" width="600"><tr><td bgcolor="#ffffff"><font color="#333333">{WORDS}</font></td></tr><tr><td><font color="#444444">{WORDS}</font></td></tr></table>',
    "spacing": f'<table cellspacing="60" cellpadding="40" width="600"><tr><td>{WORDS}</td><td>{WORDS}</td></tr></table>',
    "fieldset": f'<fieldset style="width:800px"><legend>Details</legend>{WORDS}</fieldset><hr width="900"><dl><dt>Term<dd>{WORDS}</dl>',
    "calendar": '<table width="700"><tr>' + "".join(f"<th width=100>{d}</th>" for d in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")) + "</tr>" + rows(5, 7, "{0}{1} Meeting") + "</table>",
    "reply": f'<div>Yes, thanks.</div><div class="gmail_quote"><div>On Mon, 3 Mar 2025 at 10:00, Mira &lt;mira@example.com&gt; wrote:<br></div><blockquote style="margin:0 0 0 .8ex;border-left:1px #ccc solid;padding-left:1ex">{WORDS}<table width=600><tr><td width=600>{WORDS}</td></tr></table></blockquote></div>',
    "cells-as-blocks": responsive("@media (max-width:600px) { td { display:block !important; width:100% !important } }", f'<table width="600"><tr><td height="20" width="300">{WORDS}</td><td height="20" width="300">{WORDS}</td></tr></table>'),
    "ellipsis": f'<table width="600"><tr><td width="200"><div style="width:180px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">{WORDS}</div></td><td>{WORDS}</td></tr></table>',
    "narrow-box": '<div style="width:30px;background:#eee">Unsubscribe</div><p>Below</p><span style="display:inline-block;width:40px">Confirmation</span>',
    "important-rules": responsive("table { width:600px !important; min-width:600px !important } p { font-size:7px !important; white-space:nowrap !important; color:#fefefe !important } div { height:15px !important }", f"<table><tr><td><p>{WORDS}</p><div>{WORDS}</div></td></tr></table><p>{WORDS}</p>"),
    "shown-images": f'<table width="600"><tr><td width="300"><img src="{PICTURE}" width="300" height="120" alt=""></td><td width="300">{WORDS}</td></tr><tr><td colspan="2"><img src="{PICTURE}" style="width:600px;height:200px" alt=""></td></tr></table>',
    "columns-of-divs": "<div style='width:620px'>" + f'<div style="display:inline-block;width:200px;vertical-align:top;font-size:14px">{WORDS}</div>' * 3 + "</div>",
    "legal-footer": f'<table width="100%" bgcolor="#2b2b2b"><tr><td style="font-size:9px;line-height:11px;color:#5a5a5a;padding:30px 60px">{WORDS * 3}<a href="https://x.example/" style="color:#4a4a4a">Privacy</a></td></tr></table>',
    "nested-mixed": f'<table width="700" cellpadding="20"><tr><td><table width="400" align="left"><tr><td style="padding:15px">{WORDS}</td></tr></table><table width="240" align="right" bgcolor="#eeeeee"><tr><td nowrap>Order 4711 of 3 March</td></tr><tr><td>{WORDS}</td></tr></table></td></tr></table>',
    "data-in-layout": '<table width="640"><tr><td width="120">Summary</td><td><table border="1">' + rows(4, 8, "Value {0}{1}00") + "</table></td></tr></table>",
    "arabic-wide": '<table dir="rtl" border="1"><tr>' + "<th>المسؤولية</th>" * 12 + "</tr>" + "<tr>" + "<td>المعلومات</td>" * 12 + "</tr></table>",
    "signature-columns": f'<p>{WORDS}</p><table style="font-size:10px"><tr><td style="border-right:2px solid #0a7;padding-right:20px"><img src="https://x.example/l.png" width="120" height="60" alt="Company"></td><td style="padding-left:20px"><b>Mira Example</b><br>Head of Lighthouses<br>mira.example.with.a.long.address@lighthouses.example<br>+49 30 1234567</td></tr></table>',
    "vertical-text-table": '<table width="100%"><tr><td width="1%">A</td><td width="98%">' + WORDS + '</td><td width="1%">Responsibilities</td></tr></table>',
}
