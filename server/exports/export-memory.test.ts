import { expect, it, vi } from 'vitest';
import { memoryMbOf } from '#tests/bench/process-memory.ts';
import { cupsServer } from '#tests/kill/cups-server.ts';

const CARDS = 30_000;
const FEW_CARDS = 2_000;
/** As long as the marketplace takes them: all the rows together are hundreds of megabytes. */
const DESCRIPTION = 'Кружка для чая и кофе, которую можно мыть в посудомоечной машине. '.repeat(60);
/** What a collection comes late for, however many rows there are; a file or its rows as a whole are several times as much. */
const MOST_MB = 150;
const LOOK_MS = 20;
/** Only ends what hangs. */
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const { start, address, pid } = cupsServer(CARDS, { description: DESCRIPTION });

/** Nobody keeps what has come: how much it was, and the most that the server had in memory meanwhile. */
async function exported(format: 'csv' | 'xlsx', selection: object) {
  const { url, access } = address();
  let mostMb = 0;
  const look = () => (mostMb = Math.max(mostMb, memoryMbOf(pid())));
  const looks = setInterval(look, LOOK_MS);
  try {
    const response = await fetch(`${url}/api/v1/cards/export/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ selection, format }),
    });
    expect(response.status).toBe(200);
    let lineCount = 0;
    let byteCount = 0;
    for await (const chunk of response.body ?? []) {
      byteCount += chunk.length;
      for (const byte of chunk) lineCount += Number(byte === 10);
    }
    look();
    return { mostMb, lineCount, byteCount };
  } finally {
    clearInterval(looks);
  }
}

it.skipIf(process.platform !== 'linux').each(['csv', 'xlsx'] as const)(
  'many cards as %s take as much memory as few: what is on its way',
  async (format) => {
    const client = await start();
    const idAt = async (offset: number): Promise<number> =>
      (await client.call('GET', `/cards/?limit=1&offset=${offset}`)).body.results[0].id;
    const firstId = Math.min(await idAt(0), await idAt(CARDS - 1));
    const few = { ids: Array.from({ length: FEW_CARDS }, (_, index) => firstId + index) };
    const small = await exported(format, few);
    const whole = await exported(format, { filter: {}, expected_count: CARDS });
    if (format === 'csv') {
      expect(small.lineCount).toBe(1 + FEW_CARDS);
      expect(whole.lineCount).toBe(1 + CARDS);
    }
    expect(whole.byteCount).toBeGreaterThan(small.byteCount * 10);
    expect(whole.mostMb - small.mostMb).toBeLessThan(MOST_MB);
  },
);
