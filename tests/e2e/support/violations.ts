import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import { callsAnswered } from './test.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * All findings of axe, however slight, as short lines; each was found twice. A look takes seconds where the machine is slow: of what
 * changed under it the colours of before are judged by the state of after.
 */
export async function violations(page: Page, path: string, rules?: readonly string[]): Promise<string[]> {
  const first = await look(page, path, rules);
  if (first.length === 0) return first;
  await callsAnswered(page);
  const second = new Set(await look(page, path, rules));
  return first.filter((violation) => second.has(violation));
}

/** The rules that ask for colours; all others judge what is the same in both themes. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

/** In the light theme and in the dark one, on the page as it stands. */
export async function violationsInBothThemes(page: Page, path: string): Promise<string[]> {
  await putOn(page, 'dark');
  const inDark = await violations(page, `${path}, dark`, RULES_OF_COLOURS);
  await putOn(page, 'light');
  return [...inDark, ...(await violations(page, path))];
}

/** Ends when the page is drawn in the theme: it hears of it a moment later. */
async function putOn(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  const probe = { dark: 'rgb(0, 0, 2)', light: 'rgb(0, 0, 1)' }[theme];
  await page.waitForFunction((expected) => {
    const mark = document.createElement('i');
    mark.style.color = 'light-dark(rgb(0 0 1), rgb(0 0 2))';
    document.body.append(mark);
    const { color } = getComputedStyle(mark);
    mark.remove();
    return color === expected;
  }, probe);
}

async function look(page: Page, path: string, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(
    async ({ where, options }) => {
      interface Finding {
        id: string;
        nodes: { target: string[] }[];
      }
      // Put there by the script above.
      const { axe } = window as unknown as {
        axe: { run(options: object): Promise<{ violations: Finding[] }> };
      };
      const { violations: findings } = await axe.run({ resultTypes: ['violations'], ...options });
      return findings.flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map((node) => `${where}: ${id} ${node.target.join(' ')}`),
      );
    },
    { where: path, options: rules ? { runOnly: { type: 'rule', values: [...rules] } } : {} },
  );
}
