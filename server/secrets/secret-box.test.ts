import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSecret, openShopToken, sealSecret, sealShopToken, SecretBoxError } from './secret-box.ts';
import { makeSecretKey, readSecretKey } from './secret-key.ts';

const key = randomBytes(32);

it('opens what it sealed, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, owner) => {
      expect(openSecret(key, sealSecret(key, text, owner), owner)).toBe(text);
    }),
  );
});

it('never seals one text to the same box twice', () => {
  expect(sealSecret(key, 'токен', 'x').equals(sealSecret(key, 'токен', 'x'))).toBe(false);
});

it('stays shut for another owner, another key and any changed byte', () => {
  const box = sealShopToken(key, 'токен', 1);
  expect(openShopToken(key, box, 1)).toBe('токен');
  expect(() => openShopToken(key, box, 2)).toThrow(SecretBoxError);
  expect(() => openShopToken(randomBytes(32), box, 1)).toThrow(SecretBoxError);
  expect(() => openShopToken(key, box.subarray(0, 20), 1)).toThrow(SecretBoxError);
  for (let index = 0; index < box.length; index += 1) {
    const changed = Buffer.from(box);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => openShopToken(key, changed, 1)).toThrow(SecretBoxError);
  }
});

it('makes the server’s key once, for its owner’s eyes only, and refuses a spoilt one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prilavok-key-'));
  expect(readSecretKey(folder)).toBeUndefined();
  const first = makeSecretKey(folder);
  expect(first).toHaveLength(32);
  expect(readSecretKey(folder)?.equals(first)).toBe(true);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
  writeFileSync(join(folder, 'secret.key'), 'не ключ');
  expect(() => readSecretKey(folder)).toThrow(/испорчен/);
  rmSync(folder, { recursive: true });
});
