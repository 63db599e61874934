/// The rules that the style sheets of all pages share.
enum SiteStyle {
    /// Colors and type.
    static let palette = """
        :root { color-scheme: light dark; \(ColorRole.declarations { $0.light })
          font: 100%/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; -webkit-text-size-adjust: 100%;
          text-size-adjust: 100%; }
        @media (prefers-color-scheme: dark) {
          :root { \(ColorRole.declarations { $0.dark }) }
        }

        """
    /// Colors, type and pictures.
    static let base = palette + parts

    private static let parts = """
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
        .picture { display: block; position: relative; aspect-ratio: \(CardShape.double.styleRatio); overflow: hidden; background: var(--fill); border-radius: 10px; }
        .picture img { display: block; object-fit: contain; }
        .picture:not(.sized) img { width: 100%; height: 100%; }
        .picture:is(.shown, .failed) { background: none; }
        .picture .missing { display: none; margin: .5rem 0; font-size: .875rem; color: var(--soft); overflow: hidden; }
        .picture.failed img { display: none; }
        .picture.failed .missing { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 5; }

        """
    /// The rules for paper; they stand last.
    static let print = """
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
          .body .preview, .message .blurb .line { white-space: normal; }
          .body { min-height: 0 !important; }
          .body:has(.printout) > :not(.printout) { display: none; }
          .body .printout { display: block; }
        }
        """
}

/// The rules of an index.
enum IndexStyle {
    static let text = """
        .list main { max-width: 80rem; margin: 0 auto; padding: clamp(1.25rem, 4vw, 3.5rem) clamp(1rem, 4vw, 3rem) 4rem; }
        .list h1 { font-size: clamp(1.9rem, 1.4rem + 2.4vw, 3.25rem); letter-spacing: -.02em; margin-bottom: clamp(1.25rem, 3vw, 2.5rem); overflow-wrap: anywhere; }
        .cards { list-style: none; display: grid; gap: clamp(2rem, 3vw, 3rem) clamp(1.25rem, 2.5vw, 2.25rem);
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
        .cards li { position: relative; scroll-margin-top: 1rem; }
        .cards .picture { margin-bottom: 1rem; }
        .cards.wide .picture { aspect-ratio: \(CardShape.wide.styleRatio); }
        .cards.photo .picture { aspect-ratio: \(CardShape.photo.styleRatio); }
        .cards.square .picture { aspect-ratio: \(CardShape.square.styleRatio); }
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

        """
}

/// The rules of an article.
enum ArticleStyle {
    static let text = """
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
        .reading :is(pre, td, th) { overflow-wrap: anywhere; }
        .reading table { border-collapse: collapse; max-width: 100%; }
        .reading :is(col, colgroup) { width: auto; }
        .reading :is(td, th) { padding: .35rem .6rem; border: 1px solid var(--line); text-align: start; vertical-align: top; }
        .reading :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture, div)
          + :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture) { margin-top: 1.15em; }
        .reading article :is(p, ul, ol, dl, pre, blockquote, table, figure, details, .picture, div) + :is(h2, h3, h4, h5, h6) { margin-top: 2rem; }
        .reading figcaption:not(.missing) { margin-top: .5rem; font-size: .9rem; line-height: 1.5; color: var(--soft); }
        .reading p > .picture:not(:only-child) { margin-block: .75em; }
        .reading article > .picture:first-child { aspect-ratio: \(CardShape.wide.styleRatio); }
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

        """
}
