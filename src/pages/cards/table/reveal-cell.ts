/** Brings a row of the table into its frame's sight, drawn or not, moving as little as possible: the head covers what is below it. */
export function revealRow(table: HTMLTableElement | null, row: number): void {
  const frame = table?.parentElement;
  const body = table?.tBodies[0];
  const heightPx = body?.querySelector('tr[aria-rowindex]')?.getBoundingClientRect().height;
  if (!frame || !body || !heightPx) return;
  const top = body.getBoundingClientRect().top + row * heightPx;
  const bottom = top + heightPx;
  const edges = frame.getBoundingClientRect();
  const topEdge = edges.top + (table.tHead?.offsetHeight ?? 0);
  if (top < topEdge) frame.scrollTop += top - topEdge;
  else if (bottom > edges.bottom) frame.scrollTop += bottom - edges.bottom;
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
