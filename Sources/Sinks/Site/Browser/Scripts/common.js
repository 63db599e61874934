// The part that the scripts of all pages share: it gives them `tabStorage`, `page`, `word` and `counted`.

// Storage of the tab. Some browsers deny it to pages from a disk.
const tabStorage = {
  get(key) { try { return sessionStorage.getItem('tabpipe:' + key); } catch { return null; } },
  set(key, value) { try { sessionStorage.setItem('tabpipe:' + key, value); } catch { } },
};
// The interface's words in the language of the site.
const words = JSON.parse(document.querySelector('title').dataset.words ?? '{}');
const word = (name, value = '') => words[name].replace('%', () => value);
const counted = (name, number) => words[name][number === 1 ? 0 : 1].replace('%', () => number);
const page = address => address.replace(/index\.html$/, '');

// Content that the reader has reached must not move. A box below it takes the aspect ratio of its image. A box that ends below it may only
// grow. An image that fails to load leaves a line.
let reached = 0;
function noteReached() { reached = Math.max(reached, scrollY + innerHeight); }
addEventListener('scroll', noteReached, { passive: true });
function showLoadState(image, hasCome) {
  const box = image.closest('.picture');
  if (!box) return;
  noteReached();
  const place = box.getBoundingClientRect();
  const ratio = image.naturalWidth / image.naturalHeight;
  const isBelow = place.top + scrollY >= reached;
  box.classList.toggle('failed', !hasCome);
  box.classList.toggle('shown', hasCome);
  box.classList.toggle('closed', !hasCome && isBelow && !box.matches('.sized'));
  if (!hasCome || !ratio) return;
  if (box.closest('.cards')) {
    const cut = 1 - Math.min(ratio, place.width / place.height) / Math.max(ratio, place.width / place.height);
    box.classList.toggle('filled', cut <= __MAX_CUT__);
  } else if (!box.matches('.sized') && (isBelow || place.bottom + scrollY >= reached && place.width / ratio >= place.height)) {
    box.style.aspectRatio = ratio;
  }
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
  // The list can be any page of the index: all of them are in one folder.
  const folder = path => path?.replace(/[^/]*$/, '');
  if (folder(tabStorage.get('from')) === folder(page(back.pathname)) && !history.state) history.replaceState({ list: true }, '');
  tabStorage.set('from', '');
  back.addEventListener('click', event => {
    if (!history.state?.list || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
  });
}
