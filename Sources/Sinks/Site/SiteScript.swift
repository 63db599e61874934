/// The script of all pages. Articles and lists work without it; a timeline needs it for everything but the beginnings of its messages.
enum SiteScript {
    static let text =
        "(() => {\n'use strict';\n" + common + ThreadScript.state + ThreadScript.frames + ThreadScript.place + ThreadScript.start + "})();"

    private static let common = #"""
        // What a tab remembers; some browsers refuse that to pages from a disk.
        const memory = {
          get(key) { try { return sessionStorage.getItem('tabpipe:' + key); } catch { return null; } },
          set(key, value) { try { sessionStorage.setItem('tabpipe:' + key, value); } catch { } },
        };
        const page = address => address.replace(/index\.html$/, '');

        // Images that do not come leave their address.
        const mark = (image, hasFailed) => image.closest('.picture')?.classList.toggle('failed', hasFailed);
        document.addEventListener('error', event => { if (event.target.localName === 'img') mark(event.target, true); }, true);
        document.addEventListener('load', event => { if (event.target.localName === 'img') mark(event.target, false); }, true);
        for (const image of document.querySelectorAll('.picture img:not([loading])'))
          if (image.complete && !image.naturalWidth) mark(image, true);

        // The way back leads to where the reader left the list.
        for (const link of document.querySelectorAll('a[data-entry]'))
          link.addEventListener('click', event => {
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) memory.set('from', page(location.pathname));
          });
        const back = document.querySelector('a[data-back]');
        if (back) {
          if (memory.get('from') === page(back.pathname) && !history.state) history.replaceState({ list: true }, '');
          memory.set('from', '');
          back.addEventListener('click', event => {
            if (!history.state?.list || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            history.back();
          });
        }

        """#
}
