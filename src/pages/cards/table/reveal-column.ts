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
