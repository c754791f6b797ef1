/** Of an address that was asked for whole, as one asks a proxy: what it says is the client's, and no link of ours. */
const FOREIGN_ORIGIN = /^https?:\/\/[^/?]*/i;

/** `next` and `previous` of a list: the same address with another offset. */
export function pageLinks(url: string, page: { limit: number; offset: number; count: number }) {
  const { limit, offset, count } = page;
  return {
    next: offset + limit < count ? withOffset(url, offset + limit) : null,
    previous: offset > 0 ? withOffset(url, Math.max(0, offset - limit)) : null,
  };
}

function withOffset(url: string, offset: number): string {
  const [path = '', query = ''] = url.replace(FOREIGN_ORIGIN, '').split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('offset', String(offset));
  return `${path}?${parameters.toString()}`;
}
