import { expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { StartError } from '#server/errors/start-error.ts';

it('has a default for everything, and an empty value counts as none', () => {
  const env = readEnv({ PORT: '', DATABASE_URL: ' ', PATH: '/bin' });
  expect(env).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    dataDir: './data',
    databaseUrl: undefined,
    isDemo: true,
    trustProxy: false,
    simulatorPort: 0,
  });
  expect(env.wbBaseUrls.content).toBe('https://content-api.wildberries.ru');
});

it('reads what is set', () => {
  const env = readEnv({
    PORT: '3000',
    DEMO: '0',
    TRUST_PROXY: '1',
    SECRET_KEY: 'ab'.repeat(32),
    WB_BASE_URL_CONTENT: 'http://127.0.0.1:9000/content/',
    SIMULATOR_SPEED: '2.5',
    SIMULATOR_PORT: '3001',
  });
  expect(env).toMatchObject({
    port: 3000,
    isDemo: false,
    trustProxy: 1,
    simulatorSpeed: 2.5,
    simulatorPort: 3001,
  });
  expect(env.secretKey).toEqual(Buffer.alloc(32, 0xab));
  expect(env.wbBaseUrls.content).toBe('http://127.0.0.1:9000/content');
});

it('has no demonstration for others to find unless it is asked for by name', () => {
  for (const HOST of ['0.0.0.0', '::', '192.168.1.5', 'prilavok.example', '127.0.0.1.example']) {
    expect(readEnv({ HOST })).toMatchObject({ isDemo: false, isDemoHeldBack: true });
    expect(readEnv({ HOST, DEMO: '1' })).toMatchObject({ isDemo: true, isDemoHeldBack: false });
    expect(readEnv({ HOST, DEMO: '0' })).toMatchObject({ isDemo: false, isDemoHeldBack: false });
  }
  for (const HOST of ['localhost', '127.0.0.1', '127.0.1.1', '::1']) {
    expect(readEnv({ HOST })).toMatchObject({ isDemo: true, isDemoHeldBack: false });
  }
});

it('knows the sandbox only when it is asked for, and then its official addresses', () => {
  expect(readEnv({}).wbSandboxBaseUrls).toBeUndefined();
  expect(readEnv({ WB_SANDBOX: '0' }).wbSandboxBaseUrls).toBeUndefined();
  const proxy = 'http://127.0.0.1:9000/prices';
  expect(readEnv({ WB_SANDBOX: '1', WB_SANDBOX_BASE_URL_PRICES: proxy }).wbSandboxBaseUrls).toEqual({
    content: 'https://content-api-sandbox.wildberries.ru',
    prices: proxy,
    marketplace: 'https://marketplace-api-sandbox.wildberries.ru',
    statistics: 'https://statistics-api-sandbox.wildberries.ru',
  });
});

it('takes no real address for the sandbox and none of the sandbox for real', () => {
  const wrong = [
    { WB_SANDBOX_BASE_URL_CONTENT: 'https://content-api.wildberries.ru/' },
    { WB_SANDBOX_BASE_URL_PRICES: 'https://finance-api.wildberries.ru/proxy' },
    { WB_SANDBOX_BASE_URL_CONTENT: 'http://one/', WB_BASE_URL_PRICES: 'http://one' },
    { WB_BASE_URL_CONTENT: 'https://content-api-sandbox.wildberries.ru' },
  ];
  for (const variables of wrong) {
    const [name = ''] = Object.keys(variables);
    expect(() => readEnv(variables)).toThrow(StartError);
    expect(() => readEnv(variables)).toThrow(new RegExp(`^Неверное значение ${name}: .+\\.$`));
  }
});

it.each([
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['DEMO', 'да'],
  ['SECRET_KEY', 'коротко'],
  ['SECRET_KEY_PREVIOUS', 'коротко'],
  ['DATABASE_URL', 'mysql://x'],
  ['TRUST_PROXY', 'true'],
  ['LOG_LEVEL', 'громко'],
  ['WB_BASE_URL_PRICES', 'javascript:alert(1)'],
  ['WB_SANDBOX', 'да'],
  ['WB_SANDBOX_BASE_URL_CONTENT', 'javascript:alert(1)'],
  ['SIMULATOR_SPEED', '0'],
  ['SIMULATOR_PORT', '70000'],
  ['DATABASE_POOL_SIZE', '0'],
])('names %s when it is %s', (name, value) => {
  expect(() => readEnv({ [name]: value })).toThrow(StartError);
  expect(() => readEnv({ [name]: value })).toThrow(new RegExp(`^Неверное значение ${name}: .+\\.$`));
});
