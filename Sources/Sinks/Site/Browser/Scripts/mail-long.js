// Fills the frame of a long mail in batches, so that its beginning can be read at once and the page stays responsive.
//
// Without batches, the browser would lay a long document out again and again while it loads.

// In characters: the length above which a body is long, and the size of a batch. An element counts as ELEMENT characters.
const LONG_BODY = 200_000, BATCH = 20_000, ELEMENT = 20;
// A body with more tags is long, too.
const MAX_TAGS = 10_000;
const INLINE = /^(?:a|abbr|b|big|code|em|font|i|img|s|small|span|strike|strong|sub|sup|tt|u|wbr)$/;
const isLong = cell => cell.isLong ??= cell.data.body.length > LONG_BODY || cell.data.body.split('<', MAX_TAGS + 2).length > MAX_TAGS + 1;

// Appends the elements of a long body in batches.
function* fillFrame(cell, content) {
  const mail = content.ownerDocument;
  const template = mail.createElement('template');
  template.innerHTML = cell.data.body;
  let source = template.content, target = content.querySelector('#own');
  target.dataset.batched = '';
  // Blocks around the whole mail stay around all batches.
  const hasOneChild = () => [...source.childNodes].every(node => node.nodeType === 1 ? node.localName === 'style' || node === source.lastElementChild
    : !VISIBLE.test(node.data ?? '')) && /^(?:div|center|section|article|main|pre|p|blockquote|font|span)$/.test(source.lastElementChild?.localName);
  while (hasOneChild()) {
    const block = source.lastElementChild, copy = block.cloneNode(false);
    target.append(...source.querySelectorAll(':scope > style'), copy);
    [source, target] = [block, copy];
  }
  while (source.firstChild) {
    const batch = mail.createElement('fit-batch');
    let length = 0, endsLine = true;
    while (source.firstChild && (length < BATCH || !endsLine && length < 2 * BATCH)) {
      const node = source.firstChild;
      if (node.nodeType === 3 && node.data.length > BATCH) node.splitText(node.data.lastIndexOf('\n', BATCH) + 1 || BATCH);
      length += node.textContent.length + (1 + (node.querySelectorAll?.('*').length ?? 0)) * ELEMENT;
      endsLine = node.nodeType === 3 ? node.data.endsWith('\n') : !INLINE.test(node.localName);
      batch.append(node);
    }
    target.append(batch);
    if (mayLoad(cell)) showImages(cell, batch); else nameImages(waitingImages(batch));
    yield;
  }
}

function runFilling(cell, content, steps) {
  if (cell.content !== content || !content.isConnected) return;
  change(() => {
    const isDone = steps.next().done;
    if (isDone) cell.box.style.minHeight = ''; else setTimeout(() => runFilling(cell, content, steps));
    measure(cell);
  });
}
