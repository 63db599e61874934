// Tests/page-files makes this file from those in Sources/Sinks/Site/Browser/Styles: change these.
// swift-format-ignore-file

/// The style sheets of pages.
enum StyleFile {
    static func article(wideRatio: String) -> String {
        #"""
        .reading > header, .reading main { max-width: 46rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2rem); }
        .reading > header { padding-top: .5rem; }
        .reading main { padding-bottom: 4rem; }
        .reading .about { margin-bottom: 1rem; }
        .reading article { font-size: 1.0625rem; line-height: 1.65; }
        .reading article > .picture:first-child { margin-bottom: clamp(1.25rem, 4vw, 2.25rem); }
        .reading h1 { font-size: clamp(1.8rem, 1.3rem + 2.4vw, 2.75rem); letter-spacing: -.02em; margin-bottom: 1.5rem; }
        .reading section { margin-top: 2.5rem; }
        .reading h1 + section { margin-top: 0; }
        .reading h2 { font-size: 1.35rem; margin-bottom: .75rem; }
        .reading :is(h3, h4, h5, h6) { line-height: 1.3; margin: 0 0 .5rem; }
        .reading :is(ul, ol) { margin: 0; padding-inline-start: 1.5em; }
        .reading :is(li, dt) + :is(li, dt) { margin-top: .35em; }
        .reading :is(dl, pre, blockquote) { margin: 0; }
        .reading blockquote { padding-inline-start: 1em; border-inline-start: 3px solid var(--line); }
        .reading pre { white-space: pre-wrap; padding: .75rem 1rem; background: var(--fill); border-radius: 8px; font-size: .9em; }
        .reading pre { overflow-wrap: anywhere; }
        .reading table { display: block; width: fit-content; max-width: 100%; overflow-x: auto; border-collapse: collapse;
          background: linear-gradient(90deg, var(--paper) 35%, transparent) 0 / 2.5rem 100% no-repeat local,
            linear-gradient(270deg, var(--paper) 35%, transparent) 100% / 2.5rem 100% no-repeat local,
            linear-gradient(90deg, var(--line), transparent) 0 / .8rem 100% no-repeat,
            linear-gradient(270deg, var(--line), transparent) 100% / .8rem 100% no-repeat; }
        .reading :is(col, colgroup) { width: auto; }
        .reading :is(td, th) { padding: .35rem .6rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
        .reading :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture, div)
          + :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture) { margin-top: 1.15em; }
        .reading article :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture, div) + :is(h2, h3, h4, h5, h6) { margin-top: 2rem; }
        .reading figcaption:not(.missing) { margin-top: .5rem; font-size: .9rem; line-height: 1.5; color: var(--soft); }
        .reading p > .picture:not(:only-child) { margin-block: .75em; }
        .reading article > .picture:first-child { aspect-ratio: \#(wideRatio); }
        .reading article img:not(.picture img) { max-width: 100%; height: auto; vertical-align: middle; }
        .reading .picture.sized { width: fit-content; max-width: 100%; aspect-ratio: auto; }
        .reading .picture.sized img { max-width: 100%; height: auto; }
        .reading .picture.sized.failed img { display: block; }
        .reading .picture .missing { position: absolute; inset: 0; margin: 0; }
        .reading article > .picture.sized:first-child { aspect-ratio: auto; }
        .reading article > .picture.sized:first-child img { max-height: 85vh; }
        .reading .picture.failed:is(.closed, :not(:has(img))) { aspect-ratio: auto; }
        .reading .picture.failed.closed img { display: none; }
        .reading .picture.failed:is(.closed, :not(:has(img))) .missing { position: static; }
        .picture .whole { display: block; height: 100%; cursor: zoom-in; }
        .picture .whole:focus-visible { outline-offset: -3px; }
        .picture.failed .whole { visibility: hidden; }
        .viewer { position: fixed; inset: 0; width: 100%; height: 100%; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
          overflow: auto; overscroll-behavior: contain; background: #111; }
        .viewer img { display: block; width: 100%; height: 100%; object-fit: contain; cursor: zoom-in; }
        .viewer.actual img { width: auto; height: auto; max-width: none; margin: auto; cursor: zoom-out; }
        .viewer .close { position: fixed; inset-block-start: .75rem; inset-inline-end: .75rem; min-height: 2.75rem; padding: .5rem 1rem;
          border: 1px solid #999; border-radius: 2rem; background: #111; color: #fff; }
        .store { margin-top: 2.5rem; }
        .neighbours { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); margin-top: 3.5rem;
          padding-top: 1.5rem; border-top: 1px solid var(--line); }
        .neighbours a { display: block; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet);
          color: inherit; text-decoration: none; font-weight: 600; }
        .neighbours a:hover { border-color: var(--accent); }
        .neighbours .direction { display: block; font-size: .85rem; font-weight: 400; color: var(--soft); }
        .neighbours .next { text-align: end; }
        """#
    }

    static func base(doubleRatio: String) -> String {
        #"""
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word; }
        h1, h2, p, ul, figure { margin: 0; padding: 0; }
        h1, h2 { font-weight: 700; line-height: 1.2; text-wrap: balance; }
        a { color: var(--accent); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        button { font: inherit; color: inherit; cursor: pointer; }
        .hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; inset-inline-start: 1rem; top: -10rem; z-index: 2; padding: .75rem 1rem; background: var(--sheet); }
        .skip:focus { top: 1rem; }
        .back { display: inline-block; padding: .75rem 0; min-height: 2.75rem; text-decoration: none; font-weight: 600; }
        .back:hover { text-decoration: underline; }
        .about { font-size: .875rem; color: var(--soft); margin-bottom: .25rem; overflow-wrap: anywhere; }
        .picture { display: block; position: relative; aspect-ratio: \#(doubleRatio); overflow: hidden; background: var(--fill); border-radius: 10px; }
        .picture img { display: block; object-fit: contain; }
        .picture:not(.sized) img { width: 100%; height: 100%; }
        .picture:is(.shown, .failed) { background: none; }
        .picture .missing { display: none; margin: .5rem 0; font-size: .875rem; color: var(--soft); overflow: hidden; }
        .picture.failed img { display: none; }
        .picture.failed .missing { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; }
        """#
    }

    static func index(wideRatio: String, photoRatio: String, squareRatio: String) -> String {
        #"""
        .list main { max-width: 80rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3rem) 4rem; }
        .list h1 { font-size: clamp(1.9rem, 1.4rem + 2.4vw, 3.25rem); letter-spacing: -.02em; margin-bottom: clamp(1.25rem, 3vw, 2.5rem); overflow-wrap: anywhere; }
        .cards { list-style: none; display: grid; gap: clamp(2rem, 3vw, 3rem) clamp(1.25rem, 2.5vw, 2.25rem);
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
        .cards li { position: relative; scroll-margin-top: 1rem; }
        .cards .picture { margin-bottom: 1rem; }
        .cards.wide .picture { aspect-ratio: \#(wideRatio); }
        .cards.photo .picture { aspect-ratio: \#(photoRatio); }
        .cards.square .picture { aspect-ratio: \#(squareRatio); }
        @media (max-width: 41rem) { .cards .picture.failed:is(.closed, :not(:has(img))) { aspect-ratio: auto; } }
        .cards .picture img { transition: transform .3s; }
        .cards .picture.filled img { object-fit: cover; }
        .cards h2, .rows h2 { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 4; overflow: hidden; }
        .cards h2 { font-size: 1.25rem; padding-bottom: .1em; }
        .cards h2 a { color: inherit; text-decoration: none; }
        .cards h2 a::after, .rows h2 a::after { content: ""; position: absolute; inset: 0; border-radius: 10px; }
        .cards h2 a:focus-visible, .rows h2 a:focus-visible { outline: none; }
        .cards h2 a:focus-visible::after, .rows h2 a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 3px; }
        .cards li:hover h2 a { text-decoration: underline; }
        .cards li > p { color: var(--soft); margin-top: .4rem; }
        @media (prefers-reduced-motion: no-preference) { .cards li:hover .picture img { transform: scale(1.02); } }
        .list main:has(> .rows:only-of-type) { max-width: 58rem; }
        .rows { list-style: none; background: var(--sheet); border: 1px solid var(--line); border-radius: 12px; }
        .rows li { position: relative; padding: 1rem 1.25rem; scroll-margin-top: 1rem; }
        .rows li + li { border-top: 1px solid var(--line); }
        .rows li:hover { background: color-mix(in srgb, var(--fill) 55%, transparent); }
        .rows .people { display: flex; align-items: center; gap: .5rem; font-size: .9rem; color: var(--soft); }
        .rows .names { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .rows .names bdi { color: var(--ink); }
        .rows .ours bdi { color: inherit; }
        .rows time { flex: none; }
        .rows .unread[hidden] { display: none; }
        .rows .unread { flex: none; width: .65rem; height: .65rem; border-radius: 50%; background: var(--accent); }
        .rows .count { flex: none; min-width: 1.6rem; padding: 0 .45rem; border-radius: 1rem; background: var(--fill); color: var(--ink);
          text-align: center; font-size: .8rem; }
        .rows h2 { font-size: 1.05rem; font-weight: 500; line-height: 1.35; margin-top: .15rem; }
        .rows h2.new { font-weight: 700; }
        .rows h2 a { color: inherit; text-decoration: none; }
        .rows .blurb { color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .list main > h2 { margin: 3rem 0 1rem; }
        .list p { text-align: left; }
        [dir="rtl"] .list p { text-align: right; }
        .cards[hidden], .rows[hidden] { display: none; }
        .long li { content-visibility: auto; contain-intrinsic-size: auto 6rem; }
        .tools { display: flex; flex-wrap: wrap; align-items: center; gap: .75rem 1rem; margin-bottom: clamp(.75rem, 2vw, 1.5rem); }
        .tools > * { max-width: 100%; }
        .search input { font: inherit; color: inherit; width: 20rem; max-width: 100%; min-height: 2.75rem; padding: .25rem 1rem;
          border: 1px solid var(--soft); border-radius: 2rem; background: var(--sheet); }
        .filter { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; }
        .filter :is(button, a), .tools .wide, .pages :is(a, .gap) { display: inline-flex; align-items: center; gap: .45rem; max-width: 100%;
          min-height: 2.25rem; padding: .25rem .85rem; border: 1px solid var(--line); border-radius: 2rem; background: var(--sheet);
          color: var(--ink); font-size: .875rem; text-decoration: none; text-align: start; overflow-wrap: anywhere; }
        .filter :is(button, a):hover, .tools .wide:hover, .pages a:hover { border-color: var(--accent); }
        .filter .count { color: var(--soft); }
        .tools .wide { border-color: var(--soft); color: var(--accent); }
        .filter [aria-pressed="true"], .filter [aria-current], .pages [aria-current] { background: var(--ink); border-color: var(--ink);
          color: var(--paper); }
        .filter :is([aria-pressed="true"], [aria-current]) .count { color: inherit; }
        .results { width: 100%; min-height: 1.55em; color: var(--soft); }
        .pages { display: flex; flex-wrap: wrap; justify-content: center; gap: .5rem; margin-top: 3rem; }
        .pages .gap { border-color: transparent; background: none; }
        @media (scripting: none) { div.tools { display: none; } }
        .empty { color: var(--soft); }
        """#
    }

    static func mail(dataTable: String, ink: String, accent: String, darkSheet: String, darkInk: String, darkAccent: String) -> String {
        #"""
        @layer page {
        html { overflow: hidden; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0; }
        #content { display: flow-root; font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
        #content * { max-width: 100%; }
        #content img { object-fit: contain; }
        #quoted { margin-top: 1em; padding-inline-start: 1em; border-inline-start: 3px solid #8a8f98; }
        blockquote { margin: 0 0 0 .5em; padding-inline-start: 1em; border-inline-start: 3px solid #8a8f98; }
        #content > * > :first-child, #content > * > :first-child > :first-child, #content > * > style + *,
        #content > * > style + * > :first-child { margin-top: 0; }
        #content > * > :last-child, #content > * > :last-child > :last-child { margin-bottom: 0; }
        [data-waiting] { display: inline-block; padding: .1em .5em; border: 1px dashed #767c85; border-radius: 4px; font-size: 14px;
          font-weight: 400; line-height: 1.4; letter-spacing: normal; text-transform: none; text-indent: 0; }
        [data-waiting="small"] { padding: 0; border: 0; font-size: inherit; }
        #content, #content * { box-sizing: border-box !important; overflow-wrap: break-word !important; word-break: normal !important; }
        #content * { overflow: visible !important; }
        #content fit-word { overflow-wrap: anywhere !important; }
        #content :not(:empty, table, thead, tbody, tfoot, tr, td, th) { height: auto !important; }
        #content [style*="max-height"]:not([style*="max-height:0"], [data-remote-src]) { max-height: none !important; }
        #content [style*="max-height:0"] { overflow: hidden !important; }
        #content img:not([data-remote-src]) { height: auto !important; }
        #content pre { white-space: pre-wrap !important; }
        #content[data-probe], #content [data-probe], img[data-remote-src]:not([data-probe] *), img[data-failed] { display: none !important; }
        #content [hidden] { display: none !important; }
        @media (max-width: 40rem) {
          #content * { min-width: 0 !important; text-wrap-mode: wrap !important; }
          #content [nowrap] { white-space: normal !important; }
        }
        #content [data-fit], #content [data-fit="loose"] * { min-width: 0 !important; max-width: 100% !important;
          text-wrap-mode: wrap !important; }
        #content :is(td, th, col)[data-fit="loose"] { width: auto !important; }
        #content [data-fit="loose"] { border-spacing: 2px !important; flex-wrap: wrap !important; }
        #content [data-fit="wide"] { width: auto !important; }
        #content [data-fit="block"] { display: block !important; width: auto !important; height: auto !important; float: none !important; }
        #content [data-fit="inline"] { display: inline-block !important; width: auto !important; height: auto !important; }
        #content [data-fit="gone"] { display: none !important; }
        #content [data-fit="break"] * { overflow-wrap: anywhere !important; }
        #content :is(fit-box, fit-batch) { display: block !important; }
        #content fit-box, #content [data-fit="scroll"] { max-width: 100% !important; overflow-x: auto !important; overflow-y: hidden !important; }
        #content fit-box > * { max-width: none !important; }
        #content [data-wide] { padding-top: 2.75rem !important; cursor: zoom-in; }
        html.whole { overflow: auto; }
        html.whole body { padding: 12px; }
        html.whole #content { width: max-content; min-width: 100%; max-width: 60rem; }
        html.alone { overflow: auto; }
        html.alone :is(small, sub, sup) { font-size: max(11px, .83em); }
        html.alone font:is([size="0"], [size="1"], [size^="-"]:not([size="-1"])) { font-size: 11px; }
        @media (max-width: 40rem) {
          html.alone #content :is(table, tbody, tr, td, th, div, center, section) { width: auto !important; min-width: 0 !important; }
          html.alone #content :is(td, th) { white-space: normal !important; }
          html.alone #content :is(table[border]:not([border="0"]), table[\#(dataTable)]) { display: block; overflow-x: auto !important; }
          html.alone #content table:not([border]:not([border="0"]), [\#(dataTable)]), html.alone #content table:not([border]:not([border="0"]), [\#(dataTable)]) > tbody { display: block; }
          html.alone #content table:not([border]:not([border="0"]), [\#(dataTable)]) > * > tr { display: flex; flex-wrap: wrap !important; height: auto !important; }
          html.alone #content table:not([border]:not([border="0"]), [\#(dataTable)]) > * > tr > td { display: block; flex: 1 1 auto !important; max-width: 100% !important;
            height: auto !important; }
          html.alone #content :is(blockquote, ul, ol) :is(blockquote, ul, ol) :is(blockquote, ul, ol) { margin-inline: 0 !important; padding-inline: 8px 0 !important; }
          html.alone #content :is(blockquote, ul, ol) :is(blockquote, ul, ol) :is(blockquote, ul, ol):is(ul, ol) { padding-inline: 24px 0 !important; }
          html.alone #content :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) { padding-inline: 8px 0 !important; list-style-position: inside !important; }
          html.alone #content [style*="display:flex"] { flex-wrap: wrap !important; }
        }
        html { color-scheme: light; }
        body { background: #fff; color: \#(ink); }
        a { color: \#(accent); }
        @media (prefers-color-scheme: dark) {
          html:not(.white) { color-scheme: dark; }
          html:not(.white) body { background: \#(darkSheet); color: \#(darkInk); }
          html:not(.white) a { color: \#(darkAccent); }
          html.white:not(.alone) #own { padding: 12px; }
          html.white:not(.alone) #quoted { margin: 12px; }
        }
        }
        """#
    }

    static func message(ink: String) -> String {
        #"""
        body { max-width: 52rem; margin: 0 auto; background: var(--paper); color: var(--ink); }
        body > header, main { padding: 1rem; }
        body > header { overflow-wrap: anywhere; }
        body > header p { margin: 0; }
        body > header a { display: inline-block; padding: .5rem 0; color: var(--accent); }
        body > header h1 { font-size: 1.25rem; line-height: 1.3; margin: .5rem 0 .25rem; }
        [dir="rtl"] > body > header :is(a, h1) { text-align: right; }
        main { background: var(--sheet); border: 1px solid var(--line); overflow-y: clip; }
        body > header, main > details > summary { position: relative; z-index: 1; }
        .white main { background: #fff; color: \#(ink); color-scheme: light; }
        main > details > summary { padding: .5rem 0; cursor: pointer; }
        @layer page { html:not(.white) main a { color: var(--accent); } }
        @media print { main { border: 0; } }
        """#
    }

    static let messages = #"""
        .messages > header, .messages main { max-width: 58rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2rem); }
        .messages main { padding-bottom: 4rem; }
        .messages h1 { font-size: clamp(1.4rem, 1.2rem + 1.4vw, 2rem); margin-bottom: 1rem; }
        .search:not([hidden]) { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; position: sticky; top: 0; z-index: 1;
          padding: .5rem 0; background: var(--paper); }
        .search input { flex: 1 1 14rem; min-width: 0; min-height: 2.75rem; padding: .25rem .75rem; font: inherit; color: inherit;
          background: var(--sheet); border: 1px solid var(--soft); border-radius: 8px; }
        .search [role="status"] { color: var(--soft); }
        .lines { list-style: none; margin: 0; padding: 0; content-visibility: auto; contain-intrinsic-size: auto 300rem; }
        .lines li { border-top: 1px solid var(--line); }
        .lines a { display: block; padding: .4rem 0; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
        .lines a:hover .line { text-decoration: underline; }
        .lines .number { display: inline-block; min-width: 3rem; color: var(--soft); }
        .lines time { color: var(--soft); font-size: .875rem; }
        .lines .line { display: block; color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        @media print { .search { display: none !important; } .lines { content-visibility: visible; } }
        """#

    static func palette(lightColors: String, darkColors: String) -> String {
        #"""
        :root { color-scheme: light dark; \#(lightColors);
          font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; -webkit-text-size-adjust: 100%;
          text-size-adjust: 100%; }
        @media (prefers-color-scheme: dark) {
          :root { \#(darkColors); }
        }
        """#
    }

    static let print = #"""
        @media print {
          :root { --paper: #fff; --sheet: #fff; --ink: #000; --soft: #444; --fill: #f2f2f2; --accent: #000; }
          .skip, .back, .bar, .neighbours, .controls, .tools, .pages { display: none; }
          .mail { padding: 0; }
          .cards h2, .rows h2 { display: block; }
          .mail main { width: 170mm; max-width: none; }
          .newest { min-height: 0; }
          .message { break-inside: auto; border-radius: 0; }
          .message .blurb::after { display: none; }
          .message h2, .reading h2 { break-after: avoid; }
          .picture, .cards li, .rows li { break-inside: avoid; }
          .reading .picture { aspect-ratio: auto !important; }
          .reading table { display: table; width: auto; overflow: visible; background: none; }
          .body .preview, .message .blurb .line { white-space: normal; }
          .body { min-height: 0 !important; }
          .body:has(.printout) > :not(.printout) { display: none; }
          .body .printout { display: block; }
        }
        """#

    static let theme = #"""
        .site-header, .site-footer { max-width: 80rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 3rem); }
        .site-header { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.5rem; }
        .site-header .logo { flex: none; display: flex; align-items: center; min-height: 2.75rem; }
        .site-header .logo img { display: block; height: 2rem; width: auto; max-width: 100%; }
        :is(.site-header, .site-footer) :is(ul, ol) { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
        :is(.site-header, .site-footer) li + li { margin: 0; }
        :is(.site-header, .site-footer) a { display: inline-block; padding: .25rem 0; }
        .site-footer { color: var(--soft); font-size: .9rem; }
        @media print { .site-header nav, .site-footer nav { display: none; } }
        """#

    static let thread = #"""
        .mail { --bar-min-height: 3.5rem; --bar: var(--bar-min-height); scroll-padding-bottom: 4rem; overflow-anchor: none; padding-bottom: var(--bar); }
        html:has(.mail) { overflow-anchor: none; overflow-x: clip; scroll-padding-block: 1.75rem 6.25rem; }
        html:has(.newest) { overflow-y: scroll; }
        .mail main { max-width: 52rem; margin: 0 auto; }
        .mail h1 { font-size: clamp(1.4rem, 1.2rem + 1.4vw, 2rem); padding: 1.5rem 1rem 1.25rem; }
        .mail.printing main { width: 170mm; max-width: none; }
        .note { padding: 0 1rem 1rem; color: var(--soft); }
        .placing main { visibility: hidden; }
        .mail .skip { position: fixed; }
        .pages { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: .25rem 1rem; color: var(--soft); }
        .pages a { font-weight: 600; }
        .pill { position: fixed; inset-block-start: 0; inset-inline-end: max(1rem, 50vw - 25rem); max-width: calc(100vw - 2rem); overflow: hidden;
          white-space: nowrap; text-overflow: ellipsis; padding: 0 .9rem; background: var(--sheet); border: 1px solid var(--line); border-block-start: 0; border-radius: 0 0 .9rem .9rem;
          font-size: min(.8125rem, 6vw); line-height: 1.5rem; text-decoration: none; text-align: center; }
        .pill[hidden] { display: none; }
        .pill::before { content: "↑ "; content: "↑ " / ""; }
        .pill:hover { text-decoration: underline; }
        .message { padding: 1.75rem 1rem 1rem; background: var(--sheet); border-top: 1px solid var(--line); overflow: hidden; }
        .newest { min-height: calc(100vh - var(--bar)); }
        .message:focus-visible { outline-offset: -3px; }
        .message .new { float: inline-end; padding: 0 .5rem; border-radius: 1rem; background: var(--accent); color: var(--sheet);
          font-size: .75rem; line-height: 1.5rem; font-weight: 600; }
        .message h2[data-initials] { position: relative; min-height: 2.25rem; padding: .35rem 0 0 3rem; text-align: left; }
        html[dir="rtl"] .message h2[data-initials] { padding: .35rem 3rem 0 0; text-align: right; }
        .message h2[data-initials]::before { content: attr(data-initials); content: attr(data-initials) / ""; position: absolute;
          inset: 0 auto auto 0; width: 2.25rem; direction: ltr; border-radius: 50%; background: #3a5f8a; color: #fff; text-align: center;
          font-size: .8125rem; line-height: 2.25rem; overflow: hidden; white-space: nowrap; }
        html[dir="rtl"] .message h2[data-initials]::before { inset: 0 0 auto auto; }
        .message h2[data-tone="1"]::before { background: #7a4a2b; }
        .message h2[data-tone="2"]::before { background: #2f6b4f; }
        .message h2[data-tone="3"]::before { background: #84406c; }
        .message h2[data-tone="4"]::before { background: #5a4b8c; }
        .message h2[data-tone="5"]::before { background: #5c6322; }
        .message .when { color: var(--soft); font-size: .875rem; margin-bottom: .5rem; }
        .message h2[data-initials] + .when { margin-block-start: -.75rem; padding-inline-start: 3rem; }
        .files { list-style: none; margin-top: .75rem; font-size: .9rem; overflow-wrap: anywhere; }
        .files li { padding: .25rem 0; }
        .files a { display: inline-block; min-height: 1.5rem; }
        .alone { padding: .5rem 1rem; background: var(--sheet); }
        .message h2 { font-size: 1rem; margin-bottom: .5rem; overflow-wrap: anywhere; }
        .message h2.unknown { color: var(--soft); font-style: italic; font-weight: 500; }
        .message .blurb { width: 100%; min-height: 2.75rem; padding: .5rem .75rem; text-align: start;
          background: var(--fill); border: 0; border-radius: 8px; color: var(--ink); }
        .message .blurb { display: flex; gap: .75rem; }
        .message .blurb::after { content: ""; flex: none; width: .5rem; height: .5rem; margin: .45rem .15rem 0; border: solid var(--soft);
          border-width: 0 2px 2px 0; transform: rotate(45deg); }
        .message .blurb .line { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .message .blurb:hover { box-shadow: inset 0 0 0 1px var(--accent); }
        .body { position: relative; overflow: hidden; }
        .body:focus { outline: none; }
        .body .preview { color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .body.live .preview { display: none; }
        .body iframe { display: block; width: 100%; border: 0; margin: 0; border-radius: 6px; }
        .enlarge, .enlarged button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem;
          background: var(--sheet); font-size: .875rem; color: var(--accent); }
        .enlarge { position: absolute; inset-inline-start: .25rem; }
        .enlarge::before { content: "\2922" / ""; margin-inline-end: .5em; }
        .enlarged { width: 100vw; height: 100vh; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: .5rem; border: 0;
          background: var(--paper); color: var(--ink); }
        .enlarged[open] { display: flex; flex-direction: column; gap: .5rem; }
        .enlarged button { align-self: flex-end; }
        .enlarged iframe { flex: 1; width: 100%; border: 0; background: #fff; }
        .body iframe.coming { position: absolute; inset: 0 0 auto; visibility: hidden; }
        .body .remote { min-height: 6rem; max-height: min(70vh, 40rem); background: var(--sheet); border: 1px solid var(--line); }
        .body .measure { position: absolute; inset-inline: 13px; visibility: hidden; white-space: pre-wrap; overflow-wrap: anywhere; }
        .body .status { color: var(--soft); }
        .newest .body:not(.live) ~ .controls { visibility: hidden; }
        .body .printout { display: none; white-space: pre-wrap; overflow-wrap: anywhere; }
        .controls { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
        .status button, .controls button, .bar button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem;
          background: var(--sheet); font-size: .875rem; color: var(--accent); }
        .status button:hover, .controls button:hover, .bar button:hover { border-color: var(--accent); }
        .bar { position: fixed; inset: auto 0 0; min-height: var(--bar-min-height); display: flex; flex-wrap: wrap; place-content: center normal;
          align-items: center; gap: 0 1rem; padding: 0 1rem; background: var(--sheet); border-top: 1px solid var(--line); z-index: 1; }
        .high-bar .bar { position: static; border: 0; }
        .bar :is(.back, .all, button) { flex: none; max-width: 100%; overflow-wrap: anywhere; }
        .bar .all { padding: .75rem 0; font-size: .875rem; }
        .bar .subject { flex: 1 1 8rem; min-width: 0; color: var(--soft); text-align: center; line-height: 1.3; }
        .bar .subject span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .bar .order { font-size: .8125rem; }
        .bar .subject + :last-child, .bar .all + button { margin-inline-start: auto; }
        @media (max-width: 30rem) {
          .mail { --bar-min-height: 5.75rem; }
          .bar { padding-block: .5rem 0; }
          .bar :is(.name, .order) { font-size: .8125rem; }
          .bar .subject { display: contents; }
          .bar .subject .name { order: -1; flex: 1 0 100%; display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2;
            max-width: 100%; white-space: normal; overflow-wrap: anywhere; line-height: 1.3; text-align: start; color: var(--soft); }
          .bar .order { flex: 0 1 auto; margin-inline-start: auto; max-width: 100%; overflow: hidden; white-space: nowrap;
            text-overflow: ellipsis; color: var(--soft); }
          .bar .all { padding: .25rem 0; }
        }
        @media (min-width: 56rem) {
          .mail h1 { padding-inline: 1.5rem; }
          .message { border: 1px solid var(--line); border-radius: 12px; padding: 1.75rem 1.5rem 1.25rem; }
          .message { margin-bottom: .75rem; }
          .newest .message { margin-bottom: 0; }
        }
        @media print { .pill, .pages, .message .new, .status button { display: none; } .message { padding-top: 1rem; } }
        """#
}
