/**
 * Brings a row of the table into its frame's sight, drawn or not, moving as little as possible: the head covers what is below it, and in a
 * low window the foot what is above it, from which the page goes on.
 */
export function revealRow(table: HTMLTableElement | null, row: number): void {
  const edges = edgesOf(table, row);
  if (!table || !edges) return;
  const { frame, top, bottom } = edges;
  const topEdge = frame.getBoundingClientRect().top + (table.tHead?.offsetHeight ?? 0);
  if (top < topEdge) frame.scrollTop += top - topEdge;
  else if (bottom > edges.frameBottom) frame.scrollTop += bottom - edges.frameBottom;
  const below = (edgesOf(table, row)?.bottom ?? 0) - footTop();
  if (below > 0) window.scrollBy(0, below);
}

/** Keeps a row in sight that is there when notifications come or the foot grows: both take room from the frame, or from the window. */
export function keepRowInSight(
  table: HTMLTableElement | null,
  rowOf: () => number,
): (() => void) | undefined {
  const frame = table?.parentElement;
  if (!frame || typeof ResizeObserver === 'undefined') return undefined;
  let heightPx = frame.offsetHeight;
  let edgePx = footTop();
  const observer = new ResizeObserver(() => {
    const edges = edgesOf(table, rowOf());
    const lostPx = heightPx - frame.offsetHeight;
    // What somebody has scrolled away from stays where it is.
    const wasInSight = edges && edges.bottom <= Math.min(edges.frameBottom + lostPx, edgePx) + 1;
    if (wasInSight) revealRow(table, rowOf());
    heightPx = frame.offsetHeight;
    edgePx = footTop();
  });
  observer.observe(frame);
  // In a low window the frame is no lower for it, and the page is longer.
  observer.observe(document.body);
  return () => observer.disconnect();
}

const footTop = () =>
  document.querySelector('[data-floating-bar]')?.getBoundingClientRect().top ?? window.innerHeight;

function edgesOf(table: HTMLTableElement | null, row: number) {
  const frame = table?.parentElement;
  const body = table?.tBodies[0];
  const heightPx = body?.querySelector('tr[aria-rowindex]')?.getBoundingClientRect().height;
  if (!frame || !body || !heightPx) return undefined;
  const top = body.getBoundingClientRect().top + row * heightPx;
  return { frame, top, bottom: top + heightPx, frameBottom: frame.getBoundingClientRect().bottom };
}

/** Brings a column of the table into its frame's sight. The first column stays there, so what is below it is not seen. */
export function revealColumn(table: HTMLTableElement | null, column: number): void {
  const frame = table?.parentElement;
  const heads = table?.tHead?.rows[0]?.cells;
  const head = heads?.[column];
  if (!frame || !heads?.[0] || !head || column === 0) return;
  const { left, right } = head.getBoundingClientRect();
  const leftEdge = heads[0].getBoundingClientRect().right;
  const rightEdge = frame.getBoundingClientRect().left + frame.clientLeft + frame.clientWidth;
  if (left < leftEdge) frame.scrollLeft += left - leftEdge;
  else if (right > rightEdge) frame.scrollLeft += right - rightEdge;
}
