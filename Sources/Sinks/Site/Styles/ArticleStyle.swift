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
