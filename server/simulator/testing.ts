import { characteristicsOf } from './directory.ts';
import { startSimulator, type SimulatorOptions } from './start-simulator.ts';
import type { TokenCategory } from './tokens.ts';

/** Test support: one simulator, one seller, one token. */
export interface Shop {
  url: string;
  sid: string;
  token: string;
  issue(wish: {
    categories?: TokenCategory[];
    acc?: number;
    readOnly?: boolean;
    expiresAt?: number;
    revoked?: boolean;
    sid?: string;
  }): Promise<string>;
  close(): Promise<void>;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body: tests look into answers of many shapes, so it is not typed. */
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

const ALL_CATEGORIES: TokenCategory[] = [
  'content',
  'analytics',
  'prices',
  'marketplace',
  'statistics',
  'finance',
];

export async function openShop(options: Partial<SimulatorOptions> = {}): Promise<Shop> {
  const simulator = await startSimulator({ host: '127.0.0.1', port: 0, limits: 'off', ...options });
  const { url } = simulator;
  const made = await call(url, 'POST', '/_simulator/sellers', '', {
    name: 'ИП Соколова А. В.',
    tin: '770000000001',
    tradeMark: 'Северика',
  });
  const sid: string = made.body.sid;
  const issue: Shop['issue'] = async (wish) => {
    const answer = await call(url, 'POST', '/_simulator/tokens', '', {
      sid,
      categories: ALL_CATEGORIES,
      ...wish,
    });
    return answer.body.token;
  };
  return { url, sid, token: await issue({}), issue, close: () => simulator.close() };
}

export async function call(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(token === '' ? {} : { authorization: token }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

const STEP_MS = 25;
const PATIENCE_MS = 20_000;

/** Asks again until the answer is as wanted. */
export async function until<Result>(
  ask: () => Promise<Result>,
  isWanted: (result: Result) => boolean,
): Promise<Result> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await ask();
    if (isWanted(result)) return result;
    if (Date.now() > deadline) throw new Error(`waited in vain; the last answer: ${JSON.stringify(result)}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** A cup that moderation lets through; fields can be replaced. */
export function cupVariant(vendorCode: string, changes: Record<string, unknown> = {}) {
  return {
    vendorCode,
    title: 'Кружка 350 мл',
    description: 'Кружка для чая из плотной керамики.',
    brand: 'Керамия',
    dimensions: { length: 13, width: 11, height: 11, weightBrutto: 0.42 },
    characteristics: [
      { id: CUP_VOLUME_ID, value: 350 },
      { id: CUP_MATERIAL_ID, value: ['керамика'] },
    ],
    ...changes,
  };
}

export function cardBody(vendorCode: string, changes: Record<string, unknown> = {}) {
  return [{ subjectID: 812, variants: [cupVariant(vendorCode, changes)] }];
}

const CUP_VOLUME_ID = characteristicId('Объем');
const CUP_MATERIAL_ID = characteristicId('Материал посуды');

function characteristicId(name: string): number {
  const found = characteristicsOf(812).find((characteristic) => characteristic.name === name);
  if (!found) throw new Error(`no characteristic ${name}`);
  return found.id;
}
