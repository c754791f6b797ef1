import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Addresses of version 4 that lead into this machine, its network, or nowhere. */
const PRIVATE_V4: readonly [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Documentation and tunnels, within the one range of version 6 that is public. */
const PRIVATE_V6: readonly [string, number][] = [
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
];

const blocked = new BlockList();
for (const [net, bits] of PRIVATE_V4) blocked.addSubnet(net, bits, 'ipv4');
for (const [net, bits] of PRIVATE_V6) blocked.addSubnet(net, bits, 'ipv6');
const publicV6 = new BlockList();
publicV6.addSubnet('2000::', 3, 'ipv6');

/** Whether an address that a name was resolved to may be connected to: only what the whole internet can reach. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  return isIPv6(address) && publicV6.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}
