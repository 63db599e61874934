// Leads to other messages: the link to earlier ones at the top edge (`pill`), and addresses of messages that are on another page.

// Returns the address of a message that is on another page; null for one of this page.
function elsewhere(hash) {
  const number = /^#m([1-9]\d*)$/.test(hash) ? Number(hash.slice(2)) : 0;
  if (!number || number > COUNT || byNumber.has(number)) return null;
  let pages = [];
  try { pages = JSON.parse(thread.dataset.pages ?? '[]'); } catch { }
  const found = pages.filter(([first]) => first <= number).pop();
  return found ? found[1] + hash : null;
}
function goElsewhere() {
  const address = elsewhere(location.hash);
  if (address) location.replace(address);
  return address !== null;
}
addEventListener('hashchange', goElsewhere);

const pill = document.querySelector('.pill');
let above = null;
function updatePill() {
  if (!pill) return;
  const index = firstBelow(1);
  above = cells[index - 1] ?? null;
  const count = (cells[index]?.number ?? COUNT + 1) - 1;
  const href = above ? '#' + above.element.id : thread.dataset.earlier;
  pill.hidden = !href || count < 1;
  if (pill.hidden) return;
  pill.href = href;
  const text = counted('earlier', count);
  if (pill.textContent === text) return;
  pill.textContent = text;
  pill.setAttribute('aria-label', counted('earlierLabel', count));
}
pill?.addEventListener('click', event => {
  if (!above || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  showTop(above);
});
document.querySelector('.skip')?.addEventListener('click', event => {
  event.preventDefault();
  showTop(cells[cells.length - 1]);
});
function showTop(cell) {
  place = { cell, offset: 0 };
  restore();
  cell.element.focus({ preventScroll: true });
  schedule();
}
