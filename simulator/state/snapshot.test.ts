import { mkdtempSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSimulator } from '#simulator/start-simulator.ts';

let folder: string;
let stateFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prilavok-snapshot-'));
  stateFile = join(folder, 'simulator.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const start = () => startSimulator({ host: '127.0.0.1', port: 0, stateFile });

async function createSeller(url: string): Promise<number> {
  const response = await fetch(`${url}/_simulator/sellers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ИП Соколова А. В.', tin: '770512345601', tradeMark: 'Северика' }),
  });
  return response.status;
}

describe('the state of an earlier run', () => {
  it('is taken over', async () => {
    const first = await start();
    expect(await createSeller(first.url)).toBeLessThan(300);
    await first.close();
    const second = await start();
    expect(second.setAsideAs).toBeUndefined();
    await second.close();
    expect(readdirSync(folder)).toEqual(['simulator.json']);
  });

  it.each([
    ['cut off', '{"format":1,"sellers":[{"sid":'],
    ['empty', ''],
    ['of another format', '{"format":99,"sellers":[]}'],
    ['without its parts', '{"format":1}'],
  ])('is set aside when its file is %s, and a new one begins', async (_name, text) => {
    writeFileSync(stateFile, text);
    const simulator = await start();
    expect(readFileSync(simulator.setAsideAs ?? '', 'utf8')).toBe(text);
    expect(await createSeller(simulator.url)).toBeLessThan(300);
    await simulator.close();
    const again = await start();
    expect(again.setAsideAs).toBeUndefined();
    await again.close();
  });

  it('is set aside also when a folder lies in its place', async () => {
    mkdirSync(stateFile);
    const simulator = await start();
    expect(simulator.setAsideAs).toMatch(/simulator\.json\.broken-\d+$/);
    await simulator.close();
  });
});
