/// The script of all pages. Articles and lists work without it. Without it, a timeline shows only senders and blurbs.
enum SiteScript {
    static let text =
        "(() => {\n'use strict';\n" + common + ThreadScript.state + ThreadScript.frames + ThreadScript.place
        + ThreadScript.start + ThreadScript.printing + "})();"

    private static let common = #"""
        // Storage of the tab. Some browsers deny it to pages from a disk.
        const tabStorage = {
          get(key) { try { return sessionStorage.getItem('tabpipe:' + key); } catch { return null; } },
          set(key, value) { try { sessionStorage.setItem('tabpipe:' + key, value); } catch { } },
        };
        const page = address => address.replace(/index\.html$/, '');

        // An image that fails to load shows its URL. A box in the viewport or above it keeps its shape, so that nothing moves under a
        // finger; a box still below takes the shape of its image.
        function showLoadState(image, hasCome) {
          const box = image.closest('.picture');
          if (!box) return;
          box.classList.toggle('failed', !hasCome);
          box.classList.toggle('shown', hasCome);
          if (hasCome && image.naturalWidth && !box.closest('.cards, .sized') && box.getBoundingClientRect().top >= innerHeight)
            box.style.aspectRatio = image.naturalWidth / image.naturalHeight;
        }
        for (const type of ['load', 'error'])
          document.addEventListener(type, event => { if (event.target.localName === 'img') showLoadState(event.target, type === 'load'); }, true);
        for (const image of document.querySelectorAll('.picture img')) if (image.complete) showLoadState(image, image.naturalWidth > 0);

        // Going back leads to the reader's position in the list.
        for (const link of document.querySelectorAll('a[data-entry]'))
          link.addEventListener('click', event => {
            if (!event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey) tabStorage.set('from', page(location.pathname));
          });
        const back = document.querySelector('a[data-back]');
        if (back) {
          if (tabStorage.get('from') === page(back.pathname) && !history.state) history.replaceState({ list: true }, '');
          tabStorage.set('from', '');
          back.addEventListener('click', event => {
            if (!history.state?.list || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            history.back();
          });
        }

        """#
}
