import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { callsAnswered } from './test.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * All findings of axe, however slight, as short lines; each was found twice. A look takes seconds where the machine is slow: of what
 * changed under it the colours of before are judged by the state of after.
 */
export async function violations(page: Page, path: string): Promise<string[]> {
  const first = await look(page, path);
  if (first.length === 0) return first;
  await callsAnswered(page);
  const second = new Set(await look(page, path));
  return first.filter((violation) => second.has(violation));
}

async function look(page: Page, path: string): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async (where) => {
    interface Finding {
      id: string;
      nodes: { target: string[] }[];
    }
    // Put there by the script above.
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> };
    };
    const { violations: findings } = await axe.run({ resultTypes: ['violations'] });
    return findings.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map((node) => `${where}: ${id} ${node.target.join(' ')}`),
    );
  }, path);
}
