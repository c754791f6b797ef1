import { characteristicsOf } from '#simulator/reference/directory.ts';
import { startSimulator, type SimulatorOptions } from '#simulator/start-simulator.ts';
import type { TokenCategory } from '#simulator/state/tokens.ts';

/** Test support: one simulator, one seller, one token. */
export interface Shop {
  url: string;
  sid: string;
  token: string;
  issue(input: {
    categories?: TokenCategory[];
    acc?: number;
    readOnly?: boolean;
    expiresAt?: number;
    revoked?: boolean;
    sandbox?: boolean;
    sid?: string;
  }): Promise<string>;
  /** Moves the simulator's clock: what takes time is due at once, and no test waits. */
  advance(durationMs: number): void;
  load(cards: Record<string, unknown>[]): Promise<LoadedCard[]>;
  close(): Promise<void>;
}

export interface LoadedCard {
  vendorCode: string;
  nmID: number;
  imtID: number;
  sizes: { chrtID: number; techSize: string; skus: string[] }[];
}

export interface SimulatorResponse {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed body. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes
  body: any;
}

/** A Saturday in November, so that seasons and weeks are the same in every run. */
export const START_MS = Date.parse('2026-11-21T12:00:00Z');

const ALL_CATEGORIES: TokenCategory[] = [
  'content',
  'analytics',
  'prices',
  'marketplace',
  'statistics',
  'finance',
];

export async function openShop(options: Partial<SimulatorOptions> = {}): Promise<Shop> {
  let nowMs = START_MS;
  const simulator = await startSimulator({
    host: '127.0.0.1',
    port: 0,
    limits: 'off',
    now: () => nowMs,
    ...options,
  });
  const { url } = simulator;
  const made = await call(url, 'POST', '/_simulator/sellers', '', {
    name: 'ИП Соколова А. В.',
    tin: '770000000001',
    tradeMark: 'Северика',
  });
  const sid: string = made.body.sid;
  const issue: Shop['issue'] = async (input) => {
    const response = await call(url, 'POST', '/_simulator/tokens', '', {
      sid,
      categories: ALL_CATEGORIES,
      ...input,
    });
    return response.body.token;
  };
  return {
    url,
    sid,
    token: await issue({}),
    issue,
    advance: (durationMs) => {
      nowMs += durationMs;
    },
    load: async (cards) => {
      const response = await call(url, 'PUT', `/_simulator/sellers/${sid}/cards`, '', { cards });
      return response.body.cards;
    },
    close: () => simulator.close(),
  };
}

export async function call(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<SimulatorResponse> {
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

/** A cup that has been on sale for long. */
export function loadedCup(vendorCode: string, changes: Record<string, unknown> = {}) {
  return {
    ...cupVariant(vendorCode),
    subjectID: 812,
    price: 1200,
    discount: 40,
    createdAt: '2025-03-01T10:00:00Z',
    ...changes,
  };
}

export function cardBody(vendorCode: string, changes: Record<string, unknown> = {}) {
  return [{ subjectID: 812, variants: [cupVariant(vendorCode, changes)] }];
}

const CUP_VOLUME_ID = characteristicId('Объем');
const CUP_MATERIAL_ID = characteristicId('Материал посуды');

/** Long enough for everything but what is slow on purpose. */
export const LATER_MS = 15_000;

function characteristicId(name: string): number {
  const found = characteristicsOf(812).find((characteristic) => characteristic.name === name);
  if (!found) throw new Error(`no characteristic ${name}`);
  return found.id;
}
