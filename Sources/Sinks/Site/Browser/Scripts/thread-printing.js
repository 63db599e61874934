// A browser prints a frame as one picture, and cuts a frame that is higher than a page through a line of text. And most messages of a long
// thread have no frame. The script therefore prints such messages as plain text, which the script inserts as text nodes only.

// In CSS pixels, 96 per inch: less than the height of A4 and Letter between their margins.
const PAGE_HEIGHT = 900;

function plainText(html) {
  const mail = new DOMParser().parseFromString(html, 'text/html');
  for (const style of mail.querySelectorAll('style')) style.remove();
  const texts = mail.createTreeWalker(mail.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    text.data = text.parentElement.closest('pre, [style*="pre"]') ? text.data.replace(/^ +/gm, spaces => '\u00a0'.repeat(spaces.length))
      : text.data.replace(/[ \t\r\n\f]+/g, ' ');
  }
  for (const image of mail.images) if (image.alt.trim()) image.after('[' + image.alt.trim() + ']');
  for (const cell of mail.querySelectorAll('td, th')) cell.after(' ');
  for (const block of mail.querySelectorAll('p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, pre')) block.after('\n\n');
  for (const line of mail.querySelectorAll('br, div, li, tr, hr')) line.after('\n');
  return mail.body.textContent.replace(/ *\n */g, '\n').replace(/\n{3,}/g, '\n\n').trim();
}

function printAsText(cell) {
  const text = document.createElement('div');
  text.className = 'printout';
  text.dir = 'auto';
  text.textContent = cell.remote?.isPlain ? cell.remote.text
    : plainText((cell.data.body ?? cell.remote.text) + (cell.showsQuote ? '<hr>' + cell.data.quoted : ''));
  cell.box.append(text);
}

addEventListener('beforeprint', () => {
  if (Math.abs(scrollY - lastScrollY) > 1) savePosition();
  document.body.classList.add('printing');
  for (const cell of live) measure(cell);
  for (const cell of cells)
    if (cell.box && (cell.data.body ?? cell.remote?.text) !== undefined && (!cell.content || cell.hiddenUntil || cell.height > PAGE_HEIGHT)) printAsText(cell);
});
addEventListener('afterprint', () => {
  document.body.classList.remove('printing');
  for (const text of document.querySelectorAll('.printout')) text.remove();
  for (const cell of live) measure(cell);
  restore();
});
