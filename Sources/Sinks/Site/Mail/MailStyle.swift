/// The style sheet inside the frames of mail. It keeps the mail's own styles, except where they would make it unreadable in a narrow
/// window.
///
/// All rules are in one cascade layer: a mail's own rules win over the usual ones, and lose against those with `!important`. The page's
/// script marks with `data-fit` what does not fit otherwise. The frame is as high as `#content`, so that it never scrolls.
///
/// - SeeAlso: [CSS Cascade 5, layers](https://www.w3.org/TR/css-cascade-5/#layering)
enum MailStyle {
    static let text = "@layer page {\n" + [usual, guarding, narrow, marked, whole, alone, paper].joined() + "}\n"

    /// What a mail looks like if it says nothing else.
    private static let usual = """
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

        """

    /// What no mail may change. Cells and rows of tables treat a height as the least one, so that they may keep it.
    private static let guarding = """
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

        """

    /// Telephones and narrow windows: nothing keeps a line from wrapping.
    private static let narrow = """
        @media (max-width: 40rem) {
          #content * { min-width: 0 !important; text-wrap-mode: wrap !important; }
          #content [nowrap] { white-space: normal !important; }
        }

        """

    /// What the script marks, because it does not fit.
    private static let marked = """
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

        """

    /// A wide part in full, in a window of its own that scrolls.
    private static let whole = """
        html.whole { overflow: auto; }
        html.whole body { padding: 12px; }
        html.whole #content { width: max-content; min-width: 100%; max-width: 60rem; }

        """

    /// A table without borders and data. `:has(> * > tr > th)` in its place would take a browser quadratic time in a row of many cells.
    private static let layout = #"table:not([border]:not([border="0"]), [\#(DataTable.mark)])"#

    /// The third level of quotes and lists, and those below it.
    private static let nested = ":is(blockquote, ul, ol) :is(blockquote, ul, ol) :is(blockquote, ul, ol)"

    /// A document that no script reaches. On telephones, the cells of layout tables wrap like words, and data tables scroll in themselves.
    ///
    /// `display` has no `!important`, which would show what the mail hides.
    private static let alone = """
        html.alone { overflow: auto; }
        html.alone :is(small, sub, sup) { font-size: max(11px, .83em); }
        html.alone font:is([size="0"], [size="1"], [size^="-"]:not([size="-1"])) { font-size: 11px; }
        @media (max-width: 40rem) {
          html.alone #content :is(table, tbody, tr, td, th, div, center, section) { width: auto !important; min-width: 0 !important; }
          html.alone #content :is(td, th) { white-space: normal !important; }
          html.alone #content :is(table[border]:not([border="0"]), table[\(DataTable.mark)]) { display: block; overflow-x: auto !important; }
          html.alone #content \(layout), html.alone #content \(layout) > tbody { display: block; }
          html.alone #content \(layout) > * > tr { display: flex; flex-wrap: wrap !important; height: auto !important; }
          html.alone #content \(layout) > * > tr > td { display: block; flex: 1 1 auto !important; max-width: 100% !important;
            height: auto !important; }
          html.alone #content \(nested) { margin-inline: 0 !important; padding-inline: 8px 0 !important; }
          html.alone #content \(nested):is(ul, ol) { padding-inline: 24px 0 !important; }
          html.alone #content :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) { padding-inline: 8px 0 !important; list-style-position: inside !important; }
          html.alone #content [style*="display:flex"] { flex-wrap: wrap !important; }
        }

        """

    /// Mail with colors of its own is on white in both schemes.
    private static let paper = """
        html { color-scheme: light; }
        body { background: #fff; color: \(ColorRole.ink.light); }
        a { color: \(ColorRole.accent.light); }
        @media (prefers-color-scheme: dark) {
          html:not(.white) { color-scheme: dark; }
          html:not(.white) body { background: \(ColorRole.sheet.dark); color: \(ColorRole.ink.dark); }
          html:not(.white) a { color: \(ColorRole.accent.dark); }
          html.white:not(.alone) #own { padding: 12px; }
          html.white:not(.alone) #quoted { margin: 12px; }
        }

        """
}
