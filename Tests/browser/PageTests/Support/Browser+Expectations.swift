import TestSupport
import Testing

extension Browser {
    /// Expects the page to be the only element that scrolls, and to scroll only vertically.
    func expectOneScrollbar(_ location: SourceLocation = #_sourceLocation) async throws {
        let found =
            try await settled(
                #"""
                const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1;
                const inner = [...document.body.querySelectorAll('*')].filter(scrolls).map(e => e.className);
                for (const frame of document.querySelectorAll('iframe')) {
                  const root = frame.contentDocument.documentElement;
                  if (root.scrollHeight > frame.clientHeight + 1) inner.push('frame ' + root.scrollHeight + ' > ' + frame.clientHeight);
                  if (root.scrollWidth > frame.clientWidth) inner.push('frame is ' + root.scrollWidth + ' wide');
                  if (frame.contentWindow.innerWidth !== root.clientWidth) inner.push('frame has a scrollbar');
                }
                const root = document.documentElement;
                if (root.scrollWidth > root.clientWidth) inner.push('page is ' + root.scrollWidth + ' wide');
                return inner;
                """#) as? [String]
        #expect(found == [], sourceLocation: location)
    }

    /// Expects each frame to be as high as its content, measured in a frame that is too low for it.
    func expectFramesFit(_ location: SourceLocation = #_sourceLocation) async throws {
        let found =
            try await settled(
                #"""
                return [...document.querySelectorAll('.body iframe')].flatMap(frame => {
                  const height = frame.getBoundingClientRect().height;
                  const given = frame.style.height;
                  frame.style.height = '1px';
                  const content = frame.contentDocument.documentElement.scrollHeight;
                  frame.style.height = given;
                  return Math.abs(height - content) <= 1 ? [] : [frame.title + ': ' + height + ' for ' + content];
                });
                """#) as? [String]
        #expect(found == [], sourceLocation: location)
    }
}
