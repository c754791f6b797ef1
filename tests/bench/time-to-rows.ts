import type { Page } from '@playwright/test';

/** Milliseconds from the event that `act` causes to the frame that shows other rows. `what` is for whoever has to find out why not. */
export async function timeToRows(
  page: Page,
  what: string,
  event: 'input' | 'click',
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate((type) => {
    performance.clearMarks();
    const rows = () => {
      const table = document.querySelector('table[aria-rowcount]');
      const titles = [...document.querySelectorAll('a[href^="/home/cards/edit"]')].slice(0, 8);
      return `${table?.getAttribute('aria-rowcount')} ${titles.map((link) => link.closest('tr')?.textContent).join()}`;
    };
    const before = rows();
    document.addEventListener(
      // Cyrillic letters come without key events here.
      type,
      () => {
        performance.mark('asked');
        const check = () => {
          const isThere = rows() !== before && document.querySelector('[aria-busy="true"]') === null;
          if (isThere) performance.mark('shown');
          else requestAnimationFrame(check);
        };
        requestAnimationFrame(check);
      },
      { once: true, capture: true },
    );
  }, event);
  await act();
  await page
    .waitForFunction(() => performance.getEntriesByName('shown').length > 0, undefined, { timeout: 10_000 })
    .catch((cause: unknown) => {
      throw new Error(`No other rows after «${what}»`, { cause });
    });
  return page.evaluate(
    () =>
      (performance.getEntriesByName('shown')[0]?.startTime ?? Number.NaN) -
      (performance.getEntriesByName('asked')[0]?.startTime ?? Number.NaN),
  );
}
