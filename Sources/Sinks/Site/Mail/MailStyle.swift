/// The style sheet inside the frames of mail. It keeps the mail's own styles, except where they would make it unreadable in a narrow
/// window.
///
/// The rules with `!important`, and the `zoom` that the page's script sets, fit the content into the width of the frame. The frame is as
/// high as `#content`, so that it never scrolls.
enum MailStyle {
    static let text = """
        html { overflow: hidden; color-scheme: light dark; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body { margin: 0; background: Canvas; color: CanvasText; }
        a { color: #0b57b8; }
        #content { display: flow-root; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
          overflow-wrap: anywhere; }
        #content * { max-width: 100% !important; box-sizing: border-box !important; }
        #content img { height: auto !important; object-fit: contain; }
        #content pre { white-space: pre-wrap; }
        #quoted { margin-top: 1em; padding-inline-start: 1em; border-inline-start: 3px solid #8a8f98; }
        blockquote { margin: 0 0 0 .5em; padding-inline-start: 1em; border-inline-start: 3px solid #8a8f98; }
        #content > * > :first-child, #content > * > :first-child > :first-child { margin-top: 0; }
        #content > * > :last-child, #content > * > :last-child > :last-child { margin-bottom: 0; }
        img[data-src] { display: none !important; }
        [data-waiting] { display: inline-block; padding: .1em .5em; border: 1px dashed #767c85; border-radius: 4px; font-size: .875em;
          overflow-wrap: break-word; }
        html.white { color-scheme: light; }
        html.white body { background: #fff; color: #1c1e21; }
        @media (prefers-color-scheme: dark) {
          html:not(.white) body { background: #1b1d21; color: #e9e7e3; }
          html:not(.white) a { color: #9cc2ff; }
          html.white #content { padding: 12px; }
        }
        """
}
