import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShipmentStage, type ShipmentStage } from './shipment-world.ts';

/** Runs before the server's own code: its clock is wrong by so much. */
const WRONG_CLOCK = `
const RealDate = Date;
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
globalThis.Date = class Date extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + aheadMs);
    else super(...parts);
  }
  static now() {
    return RealDate.now() + aheadMs;
  }
};
`;
const MINUTE_MS = 60_000;

let stage: ShipmentStage;
let folder: string;
beforeAll(async () => {
  stage = await openShipmentStage();
  folder = mkdtempSync(join(tmpdir(), 'prilavok-clock-'));
  writeFileSync(join(folder, 'wrong-clock.mjs'), WRONG_CLOCK);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await stage.remove();
});

/** The embedded database lives by the server's clock: behind it, the shipment that was made before would not be due yet. */
const clocks = [
  { name: 'ten minutes ahead', aheadMs: 10 * MINUTE_MS },
  { name: 'ten minutes behind', aheadMs: -10 * MINUTE_MS },
].filter(({ aheadMs }) => aheadMs > 0 || process.env['TEST_DATABASE_URL'] !== undefined);

describe('G-09: a server whose clock is wrong', () => {
  it.each(clocks)('by $name lets people in and ends its shipments', async ({ aheadMs }) => {
    const world = await stage.openWorld();
    try {
      const server = world.start({
        NODE_OPTIONS: `--import=${pathToFileURL(join(folder, 'wrong-clock.mjs')).href}`,
        CLOCK_AHEAD_MS: String(aheadMs),
      });
      await world.reachEnd(server);
      expect(await world.problems(server)).toEqual([]);
    } finally {
      await world.close();
    }
  });
});
