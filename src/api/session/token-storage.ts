/** The pair of tokens in the browser's local storage. Nothing here throws: storage may be blocked, full or hostile. */
export interface TokenPair {
  access: string;
  refresh: string;
}

const ACCESS_KEY = 'accessToken';
const REFRESH_KEY = 'refreshToken';
const FOREIGN_DEVICE_KEY = 'isForeignDevice';
export const sessionStorageKeys: readonly string[] = [ACCESS_KEY, REFRESH_KEY];

const ACCESS_SHAPE = /^[\w-]+\.[\w-]+\.[\w-]*$/;
const REFRESH_SHAPE = /^[\x21-\x7e]+$/;
/** What a broken program writes when it has no token. */
const NOT_A_TOKEN = new Set(['null', 'undefined', '[object', 'NaN', 'true', 'false']);
const MAX_ACCESS_LENGTH = 8192;
const MAX_REFRESH_LENGTH = 512;

export interface TokenStorage {
  /** The stored pair; `undefined` unless both tokens are there and look like tokens. */
  read(): TokenPair | undefined;
  /** False when the pair could not be kept; then none of it stays stored. */
  write(pair: TokenPair, options: { isForeignDevice: boolean }): boolean;
  clear(): void;
  isForeignDevice(): boolean;
}

export function createTokenStorage(getStorage: () => Storage): TokenStorage {
  function clear() {
    for (const key of [ACCESS_KEY, REFRESH_KEY, FOREIGN_DEVICE_KEY]) {
      attempt(() => getStorage().removeItem(key));
    }
  }

  return {
    read() {
      const access = attempt(() => getStorage().getItem(ACCESS_KEY));
      const refresh = attempt(() => getStorage().getItem(REFRESH_KEY));
      return isAccessToken(access) && isRefreshToken(refresh) ? { access, refresh } : undefined;
    },
    write(pair, { isForeignDevice }) {
      const isWritten = attempt(() => {
        const storage = getStorage();
        if (isForeignDevice) storage.setItem(FOREIGN_DEVICE_KEY, '1');
        else storage.removeItem(FOREIGN_DEVICE_KEY);
        // The refresh token first: a tab that reads in between gets a pair that still works.
        storage.setItem(REFRESH_KEY, pair.refresh);
        storage.setItem(ACCESS_KEY, pair.access);
        return true;
      });
      // A half-written or outdated pair would be replayed at the next start, and a replay ends the session everywhere.
      if (!isWritten) clear();
      return isWritten === true;
    },
    clear,
    isForeignDevice: () => attempt(() => getStorage().getItem(FOREIGN_DEVICE_KEY)) === '1',
  };
}

export function isAccessToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_ACCESS_LENGTH && ACCESS_SHAPE.test(value);
}

export function isRefreshToken(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= MAX_REFRESH_LENGTH &&
    REFRESH_SHAPE.test(value) &&
    !NOT_A_TOKEN.has(value)
  );
}

function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
