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
