import { addBigAccount } from './big-account.ts';
import type { Backend } from './backend.ts';
import { expect, test } from './test.ts';

/** What the suites of ten thousand cards have in common. */

export const CARDS = 10_000;
/** Only ends what hangs: a busy machine takes minutes to change ten thousand cards. */
export const CHANGED_WITHIN_MS = 600_000;
const ENDS_WITHIN_MS = 1_800_000;

/** Waits as long as ten thousand cards may take. */
export const expectSoon = expect.configure({ timeout: CHANGED_WITHIN_MS });

/** The tests of the file run one after another on ten thousand cards, the big account’s unless others are added; the clipboard is open to them. */
export function onTenThousandCards(
  add: (backend: Backend) => Promise<unknown> = (backend) => addBigAccount(backend, CARDS),
): void {
  // An object of its own is a server of its own: another file may have filled the one that is there.
  test.use({ permissions: ['clipboard-read', 'clipboard-write'], backendOptions: {} });
  test.describe.configure({ mode: 'serial' });
  test.setTimeout(ENDS_WITHIN_MS);
  test.beforeAll(async ({ backend }) => {
    test.setTimeout(ENDS_WITHIN_MS);
    await add(backend);
  });
}

/** Of a text with a number in it. */
export const digits = (text: string | null | undefined) => (text ?? '').replace(/\D/g, '');
