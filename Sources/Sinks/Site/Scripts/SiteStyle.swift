/// The style sheet of all pages.
enum SiteStyle {
    static let text = base + list + article + mail + print

    private static let base = """
        :root { color-scheme: light dark; --paper: #f6f5f2; --sheet: #fff; --ink: #1c1e21; --soft: #5b6068; --line: #dcdad4;
          --accent: #0b57b8; --fill: #eceae5;
          font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; -webkit-text-size-adjust: 100%;
          text-size-adjust: 100%; }
        @media (prefers-color-scheme: dark) {
          :root { --paper: #131417; --sheet: #1b1d21; --ink: #e9e7e3; --soft: #a5a9b0; --line: #34373d; --accent: #9cc2ff; --fill: #26292e; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word; }
        h1, h2, p, ul, figure { margin: 0; padding: 0; }
        h1, h2 { font-weight: 700; line-height: 1.2; text-wrap: balance; }
        a { color: var(--accent); text-underline-offset: .15em; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        button { font: inherit; color: inherit; cursor: pointer; }
        .hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
        .skip { position: absolute; left: 1rem; top: -10rem; z-index: 2; padding: .75rem 1rem; background: var(--sheet); }
        .skip:focus { top: 1rem; }
        .back { display: inline-block; padding: .75rem 0; min-height: 2.75rem; text-decoration: none; font-weight: 600; }
        .back:hover { text-decoration: underline; }
        .picture { display: block; position: relative; aspect-ratio: 2; overflow: hidden; background: var(--fill); border-radius: 10px; }
        .picture img { display: block; object-fit: contain; }
        .picture:not(.sized) img { width: 100%; height: 100%; }
        .picture .missing { display: none; margin: .5rem .75rem; font-size: .875rem; color: var(--soft); overflow: hidden; }
        .picture .address { overflow-wrap: anywhere; }
        .picture.failed img { display: none; }
        .picture.failed .missing { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; }

        """
    private static let list = """
        .list main { max-width: 80rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3rem) 4rem; }
        .list h1 { font-size: clamp(1.9rem, 1.4rem + 2.4vw, 3.25rem); letter-spacing: -.02em; margin-bottom: clamp(1.25rem, 3vw, 2.5rem); }
        .cards { list-style: none; display: grid; gap: clamp(2rem, 3vw, 3rem) clamp(1.25rem, 2.5vw, 2.25rem);
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
        .cards li { position: relative; scroll-margin-top: 1rem; }
        .cards .picture { aspect-ratio: 16 / 10; margin-bottom: 1rem; }
        .cards .picture img { object-fit: cover; transition: transform .3s; }
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
        .rows .unread { flex: none; width: .65rem; height: .65rem; border-radius: 50%; background: var(--accent); }
        .rows .count { flex: none; min-width: 1.6rem; padding: 0 .45rem; border-radius: 1rem; background: var(--fill); color: var(--ink);
          text-align: center; font-size: .8rem; }
        .rows h2 { font-size: 1.05rem; font-weight: 500; line-height: 1.35; margin-top: .15rem; }
        .rows h2.new { font-weight: 700; }
        .rows h2 a { color: inherit; text-decoration: none; }
        .rows .blurb { color: var(--soft); overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .list main > h2 { margin: 3rem 0 1rem; }
        .empty { color: var(--soft); }

        """
    private static let article = """
        .reading > header, .reading main { max-width: 46rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2rem); }
        .reading > header { padding-top: .5rem; }
        .reading main { padding-bottom: 4rem; }
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
        .reading :is(pre, td, th) { overflow-wrap: anywhere; }
        .reading table { border-collapse: collapse; max-width: 100%; }
        .reading :is(col, colgroup) { width: auto; }
        .reading :is(td, th) { padding: .35rem .6rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
        .reading :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture, div)
          + :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture) { margin-top: 1.15em; }
        .reading article :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture, div) + :is(h2, h3, h4, h5, h6) { margin-top: 2rem; }
        .reading figcaption:not(.missing) { margin-top: .5rem; font-size: .9rem; line-height: 1.5; color: var(--soft); }
        .reading p > .picture:not(:only-child) { margin-block: .75em; }
        .reading .picture.shown { background: none; }
        .reading article > .picture:first-child { aspect-ratio: 21 / 9; }
        .reading article > .picture:first-child img { object-fit: cover; }
        .reading article img:not(.picture img) { max-width: 100%; height: auto; vertical-align: middle; }
        .reading .picture.sized { width: fit-content; max-width: 100%; aspect-ratio: auto; }
        .reading .picture.sized img { max-width: 100%; height: auto; }
        .reading .picture.sized.failed img { display: block; visibility: hidden; }
        .reading .picture.sized .missing { position: absolute; inset: 0; }
        .store { margin-top: 2.5rem; }
        .neighbours { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 14rem), 1fr)); margin-top: 3.5rem;
          padding-top: 1.5rem; border-top: 1px solid var(--line); }
        .neighbours a { display: block; padding: .9rem 1rem; border: 1px solid var(--line); border-radius: 10px; background: var(--sheet);
          color: inherit; text-decoration: none; font-weight: 600; }
        .neighbours a:hover { border-color: var(--accent); }
        .neighbours .direction { display: block; font-size: .85rem; font-weight: 400; color: var(--soft); }
        .neighbours .next { text-align: end; }

        """
    private static let mail = """
        .mail { --bar: 3.5rem; scroll-padding-bottom: 4rem; overflow-anchor: none; padding-bottom: var(--bar); }
        html:has(.mail) { overflow-anchor: none; overflow-x: clip; scroll-padding-bottom: 4rem; }
        html:has(.newest) { overflow-y: scroll; }
        .mail main { max-width: 52rem; margin: 0 auto; }
        .mail h1 { font-size: clamp(1.4rem, 1.2rem + 1.4vw, 2rem); padding: 1.5rem 1rem 1.25rem; }
        .mail.printing main { width: 170mm; max-width: none; }
        .note { padding: 0 1rem 1rem; color: var(--soft); }
        .message { padding: 1rem; background: var(--sheet); border-top: 1px solid var(--line); overflow: hidden; }
        .newest { min-height: calc(100vh - var(--bar)); }
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
        .body iframe.coming { position: absolute; inset: 0 0 auto; visibility: hidden; }
        .body .printout { display: none; white-space: pre-wrap; overflow-wrap: anywhere; }
        .controls { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .75rem; }
        .controls button, .bar button { min-height: 2.25rem; padding: .25rem .8rem; border: 1px solid var(--line); border-radius: 2rem;
          background: var(--sheet); font-size: .875rem; color: var(--accent); }
        .controls button:hover, .bar button:hover { border-color: var(--accent); }
        .bar { position: fixed; inset: auto 0 0; height: var(--bar); display: flex; align-items: center; gap: 1rem; padding: 0 1rem;
          background: var(--sheet); border-top: 1px solid var(--line); z-index: 1; }
        .bar .back { flex: none; }
        .bar .subject { flex: 1; min-width: 0; color: var(--soft); text-align: center; line-height: 1.3; }
        .bar .subject span { display: block; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
        .bar .order { font-size: .8125rem; }
        .bar button { flex: none; }
        .bar button:last-child { margin-inline-start: auto; }
        @media (max-width: 30rem) {
          .mail { --bar: 5.75rem; }
          .bar { flex-wrap: wrap; align-content: center; gap: 0 1rem; }
          .bar .subject { flex: none; order: -1; width: 100%; display: flex; gap: .5rem; font-size: .8125rem; text-align: start; }
          .bar .subject .name { flex: 0 1 auto; min-width: 0; }
          .bar .order { flex: none; }
        }
        @media (min-width: 56rem) {
          .mail h1 { padding-inline: 1.5rem; }
          .message { border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.5rem; }
          .message { margin-bottom: .75rem; }
          .newest .message { margin-bottom: 0; }
        }

        """
    private static let print = """
        @media print {
          :root { --paper: #fff; --sheet: #fff; --ink: #000; --soft: #444; --fill: #f2f2f2; --accent: #000; }
          .skip, .back, .bar, .neighbours, .controls { display: none; }
          .mail { padding: 0; }
          .cards h2, .rows h2 { display: block; }
          .mail main { width: 170mm; max-width: none; }
          .newest { min-height: 0; }
          .message { break-inside: auto; border-radius: 0; }
          .message .blurb::after { display: none; }
          .message h2, .reading h2 { break-after: avoid; }
          .picture, .cards li, .rows li { break-inside: avoid; }
          .reading .picture { aspect-ratio: auto !important; }
          .body .preview, .message .blurb .line { white-space: normal; }
          .body { min-height: 0 !important; }
          .body:has(.printout) > :not(.printout) { display: none; }
          .body .printout { display: block; }
        }
        """
}
