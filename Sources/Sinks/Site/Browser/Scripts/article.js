// The script of an article: it shows a picture in full, and lets the keyboard scroll wide tables.

// A dialog shows the whole picture. Escape, the button, a tap beside the picture and Back close it. A tap on the picture switches between
// its own size and the size of the window. The dialog has an entry in the history, so that Back closes it.
const viewer = document.createElement('dialog');
viewer.className = 'viewer';
let shownLink = null;
document.addEventListener('click', event => {
  const link = event.target.closest?.('a.whole');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || !viewer.showModal) return;
  event.preventDefault();
  const own = link.querySelector('img');
  const image = document.createElement('img');
  image.alt = own.alt;
  image.src = link.href;
  const button = document.createElement('button');
  button.className = 'close';
  button.textContent = word('close');
  viewer.replaceChildren(image, button);
  viewer.setAttribute('aria-label', own.alt || word('picture'));
  viewer.classList.remove('actual');
  document.body.append(viewer);
  shownLink = link;
  history.pushState({ ...history.state, picture: true }, '');
  viewer.showModal();
  button.focus();
});
viewer.addEventListener('click', event => {
  if (event.target.localName === 'img') viewer.classList.toggle('actual'); else viewer.close();
});
viewer.addEventListener('close', () => {
  viewer.remove();
  shownLink?.focus({ preventScroll: true });
  if (history.state?.picture) history.back();
});
addEventListener('popstate', () => { if (viewer.open && !history.state?.picture) viewer.close(); });
// After a reload, the dialog is closed. Its history entry goes, too, so that Back does not need an extra press.
if (history.state?.picture) history.back();

// A table that is wider than its box is in the tab order, so that arrow keys can scroll it in every browser.
const widths = new ResizeObserver(changes => {
  for (const { target } of changes) {
    if (target.scrollWidth > target.clientWidth) target.tabIndex = 0; else target.removeAttribute('tabindex');
  }
});
for (const table of document.querySelectorAll('.reading table')) widths.observe(table);
