import { isIPv6 } from 'node:net';

const GROUPS = 8;
/** A subscriber gets a /64 of IPv6 at least. */
const NETWORK_GROUPS = 4;
/** A provider's customer may get as much as a /48: 65 536 of those. */
const WIDE_NETWORK_GROUPS = 3;

/** Whom to count as one guest: an IPv4 address, or the network that one subscriber gets of IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(ip) ? prefixOf(ip, NETWORK_GROUPS) : ip;
}

/** The network around it that may be one customer's, too; undefined where an address is all that one gets. */
export function wideNetworkOf(ip: string): string | undefined {
  if (!isIPv6(ip) || /^::ffff:\d+\./i.test(ip)) return undefined;
  return prefixOf(ip, WIDE_NETWORK_GROUPS);
}

function prefixOf(ip: string, groups: number): string {
  const network = groupsOf(ip).slice(0, groups);
  return `${network.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/${groups * 16}`;
}

/** All eight groups: `::` stands for as many zeros as are missing. */
function groupsOf(ip: string): string[] {
  const [head = '', tail = ''] = (ip.split('%')[0] ?? '').toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, GROUPS - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => '0'), ...after];
}
