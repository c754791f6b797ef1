import { openShopToken } from '#server/secrets/secret-box.ts';
import { createMarketplace, simulatorBaseUrls } from '#server/marketplace/marketplace.ts';
import { simulatorSandboxUrls } from '#server/marketplace/sandbox.ts';
import { startSimulator, type SimulatorOptions } from '#simulator/start-simulator.ts';
import { buildTestApp, type SignedIn, type TestApp } from './test-app.ts';

/** Test support: the API over a database of its own, its marketplace the stand-in, tokens sealed as in earnest. */
export interface ShopTest extends TestApp {
  simulatorUrl: string;
  control<Answer = Record<string, unknown>>(
    method: 'POST' | 'PUT' | 'GET',
    path: string,
    body?: unknown,
  ): Promise<Answer>;
  /** A seller on the stand-in; answers its sid. */
  createSeller(name?: string): Promise<string>;
  issueToken(input: {
    sid: string;
    categories?: string[];
    acc?: number;
    readOnly?: boolean;
    expiresAt?: string;
    revoked?: boolean;
    sandbox?: boolean;
  }): Promise<{ id: string; token: string }>;
  call(
    person: SignedIn,
    method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE',
    path: string,
    options?: { body?: object; version?: number; key?: string },
  ): Promise<ApiResponse>;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** Tests look into answers of many shapes. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

const ALL_CATEGORIES = ['content', 'analytics', 'prices', 'marketplace', 'statistics', 'finance'];

export async function openShopTest(
  options: Partial<SimulatorOptions> = {},
  { sandbox = false }: { sandbox?: boolean } = {},
): Promise<ShopTest> {
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    limits: 'off',
    speed: 20,
    ...options,
  });
  const secretKey = Buffer.alloc(32, 9);
  const baseUrls = simulatorBaseUrls(simulator.url);
  const wbSandboxBaseUrls = sandbox ? simulatorSandboxUrls(baseUrls) : undefined;
  const marketplace = createMarketplace({
    baseUrls,
    sandboxBaseUrls: wbSandboxBaseUrls,
    openSecret: ({ secret, shopId }) => openShopToken(secretKey, secret, shopId),
    limits: 'off',
  });
  const test = await buildTestApp({ marketplace, env: { secretKey, wbSandboxBaseUrls } });

  const control: ShopTest['control'] = async (method, path, body) => {
    const response = await fetch(`${simulator.url}/_simulator${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as never; // the caller names the shape it asked for
  };

  return {
    ...test,
    simulatorUrl: simulator.url,
    control,
    async createSeller(name = 'ИП Соколова А. В.') {
      const seller = { name, tin: '770512345601', tradeMark: 'Северика' };
      return (await control<{ sid: string }>('POST', '/sellers', seller)).sid;
    },
    issueToken: (input) => control('POST', '/tokens', { categories: ALL_CATEGORIES, ...input }),
    async call(person, method, path, { body, version, key } = {}) {
      const response = await test.app.inject({
        method,
        url: `/api/v1${path}`,
        headers: {
          ...person.headers,
          ...(version === undefined ? {} : { 'if-match': `"v${version}"` }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        ...(body === undefined ? {} : { payload: body }),
      });
      const isJson = String(response.headers['content-type']).includes('json') && response.body !== '';
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body: isJson ? response.json() : undefined,
      };
    },
    async close() {
      await test.close();
      await simulator.close();
    },
  };
}
