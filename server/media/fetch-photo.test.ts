import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { marketplacePhotoOf, shownPhotoPath } from '#contract/media.ts';
import { connectTo, openHoneypot, resolvedTo } from '#tests/support/media/honeypot.ts';
import { fetchPhoto } from './fetch-photo.ts';
import { isPublicAddress } from './public-address.ts';

const PHOTO = {
  host: 'basket-10.wbbasket.ru',
  path: '/vol1592/part159206/159206280/images/big/1.webp',
};
const PICTURE = Buffer.from('\u00ff\u00d8\u00ff a photo', 'latin1');
const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const { close } of opened.splice(0)) close();
});

async function honeypot(respond: RequestListener = (_, response) => response.end(PICTURE)) {
  const pot = await openHoneypot(respond);
  opened.push(pot);
  return pot;
}

it.each([
  '127.0.0.1',
  '10.0.0.5',
  '169.254.169.254',
  '192.168.1.1',
  '172.31.255.255',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2001:db8::1',
  'localhost',
  '0x7f000001',
  '2130706433',
])('%s is no public address', (address) => expect(isPublicAddress(address)).toBe(false));

it.each(['8.8.8.8', '185.62.200.1', '2a02:6b8::feed:ff'])('%s is a public address', (address) =>
  expect(isPublicAddress(address)).toBe(true),
);

it('a name that leads into this machine is not connected to', async () => {
  const { visits, port } = await honeypot();
  for (const resolve of [resolvedTo('127.0.0.1'), resolvedTo('8.8.8.8', '127.0.0.1'), resolvedTo()]) {
    expect(await fetchPhoto(PHOTO, { resolve, request: connectTo(port, true) })).toBeUndefined();
  }
  expect(visits).toEqual([]);
});

it('a photo is read by what it is, not by what it is called', async () => {
  const { visits, port } = await honeypot();
  const image = await fetchPhoto(PHOTO, { request: connectTo(port, false) });
  expect(image).toMatchObject({ extension: 'jpg', bytes: PICTURE });
  expect(visits).toEqual([PHOTO.path]);
});

it.each<[string, RequestListener]>([
  ['a redirect', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1/' }).end()],
  ['an error page', (_, response) => response.writeHead(404).end(PICTURE)],
  ['HTML', (_, response) => response.writeHead(200, { 'content-type': 'image/webp' }).end('<script>')],
  [
    'ten megabytes and more',
    (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(256 * 1024)));
      };
      response.on('drain', more);
      more();
    },
  ],
  ['a trickle', (_, response) => void response.write('x')],
])('%s is no photo', async (_, respond) => {
  const { visits, port } = await honeypot(respond);
  const request = connectTo(port, false);
  expect(await fetchPhoto(PHOTO, { request, timeoutMs: 1000 })).toBeUndefined();
  expect(visits).toHaveLength(1);
});

it.each([
  'http://basket-10.wbbasket.ru/vol1/part1/1/images/big/1.webp',
  'https://basket-10.wbbasket.ru:22/vol1/part1/1/images/big/1.webp',
  'https://user@basket-10.wbbasket.ru/vol1/part1/1/images/big/1.webp',
  'https://basket-10.wbbasket.ru.evil.test/vol1/part1/1/images/big/1.webp',
  'https://evil.test/vol1/part1/1/images/big/1.webp',
  'https://basket-10.wbbasket.ru/vol1/part1/1/images/big/1.webp?x=1',
  'https://basket-10.wbbasket.ru/vol1/part1/1/images/big/../../../admin',
  'https://basket-10.wbbasket.ru/vol1/part1/1/images/huge/1.webp',
  'https://127.0.0.1/vol1/part1/1/images/big/1.webp',
  'file:///etc/passwd',
  'gopher://basket-10.wbbasket.ru/',
  'not an address',
])('%s is not the marketplace’s photo', (address) => {
  expect(marketplacePhotoOf(address)).toBeNull();
  expect(shownPhotoPath(address)).toBeNull();
});

it('photos are shown from our own addresses, small where small will do', () => {
  const address = `https://${PHOTO.host}${PHOTO.path}`;
  expect(shownPhotoPath(address)).toBe(`/media/wb/${PHOTO.host}${PHOTO.path}`);
  expect(shownPhotoPath(address, 'c246x328')).toBe(
    '/media/wb/basket-10.wbbasket.ru/vol1592/part159206/159206280/images/c246x328/1.webp',
  );
  expect(shownPhotoPath('/media/drawn/mug-1-1.svg', 'c246x328')).toBe('/media/drawn/c246x328/mug-1-1.svg');
  expect(shownPhotoPath('/media/drawn/mug-1-1.svg', 'tm')).toBe('/media/drawn/mug-1-1.svg');
  expect(shownPhotoPath('/media/../api/v1/')).toBeNull();
  expect(shownPhotoPath('https://images.example/1.jpg')).toBeNull();
});
