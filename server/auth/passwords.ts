import { hash, verify } from '@node-rs/argon2';
import commonPasswords from './common-passwords.json' with { type: 'json' };

/** OWASP's minimum for argon2id. */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let common: Promise<Set<string>> | undefined;

/** Those of the world, and those typed on a Russian keyboard. Read when a password is chosen: seldom. */
async function readCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary.passwords.map(String), ...commonPasswords]);
}

/** argon2id of the password exactly as it was typed. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, ARGON2_OPTIONS);
}

let hashOfNobody: Promise<string> | undefined;

/** Takes the same time for a user that does not exist (`passwordHash` undefined): the answer is then false. */
export async function isPasswordRight(password: string, passwordHash: string | undefined): Promise<boolean> {
  hashOfNobody ??= hashPassword('nobody has this password');
  const isMatch = await verify(passwordHash ?? (await hashOfNobody), password);
  return isMatch && passwordHash !== undefined;
}

/** Why a new password will not do, or `undefined`. Its length is checked by the contract. */
export async function weaknessOf(password: string, login: string): Promise<string | undefined> {
  const plain = password.toLowerCase();
  common ??= readCommon();
  if ((await common).has(plain)) return 'Этот пароль слишком известен: его подберут первым';
  if (plain === login.toLowerCase()) return 'Пароль не должен совпадать с логином';
  if (plain.replaceAll(login.toLowerCase(), '') === '') return 'Пароль не должен состоять из одного логина';
  if (/^(.)\1*$/u.test(password)) return 'Пароль не должен состоять из одного знака';
  return undefined;
}
