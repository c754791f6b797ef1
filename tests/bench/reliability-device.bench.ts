import type { Browser } from '@playwright/test';
import { Backend } from '#tests/e2e/support/backend.ts';
import { Deploy } from '#tests/e2e/support/deploy.ts';
import { deviceDump, linesWith } from '#tests/e2e/support/device-dump.ts';
import {
  firstCard,
  openCardList,
  openFirstCard,
  OtherDevice,
  passTime,
  saveButton,
  titleField,
} from '#tests/e2e/support/fault-test.ts';
import { DEMO2 } from '#tests/e2e/support/test.ts';
import type { Figure } from './figures.ts';
import { MINUTE_MS, share, withSession, type Within } from './reliability-session.ts';

const STORAGE_FAULTS: Record<string, () => void> = {
  'open throws': () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
  },
  'open never ends': () => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  },
  'reads throw': () => {
    IDBObjectStore.prototype.get = () => {
      throw new DOMException('closing', 'InvalidStateError');
    };
  },
  'writes throw': () => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'transactions throw': () => {
    IDBDatabase.prototype.transaction = () => {
      throw new DOMException('closing', 'InvalidStateError');
    };
  },
  'caches are refused': () => {
    CacheStorage.prototype.open = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    CacheStorage.prototype.keys = () => Promise.reject(new DOMException('denied', 'SecurityError'));
  },
  'local storage cannot be written': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  },
  'no locks and no channels': () => {
    Object.defineProperty(Navigator.prototype, 'locks', { get: () => undefined });
    Object.defineProperty(window, 'BroadcastChannel', { value: undefined });
  },
};

/** The list is shown, a card opens, an edit reaches the server. */
export async function benchStorageFaults(within: Within): Promise<Figure[]> {
  const broken: string[] = [];
  for (const [name, breakIt] of Object.entries(STORAGE_FAULTS)) {
    await within(async ({ network, page }) => {
      await page.addInitScript(breakIt);
      try {
        await page.goto('/home/cards');
        await firstCard(page).waitFor({ timeout: 15_000 });
        await openFirstCard(page);
        await titleField(page).fill(`Без хранилища ${Date.now() % 1e6}`);
        await saveButton(page).click();
        await page.getByText('Сохранено', { exact: true }).first().waitFor({ timeout: 15_000 });
        if (!network.seen.some(({ method, status }) => method === 'PATCH' && status === 200))
          broken.push(name);
      } catch {
        broken.push(name);
      }
    });
  }
  const total = Object.keys(STORAGE_FAULTS).length;
  return [
    share('R9 storage faults that leave a usable app', total - broken.length, total, broken.join(', ')),
  ];
}

export async function benchLeftovers(within: Within, backend: Backend): Promise<Figure[]> {
  return within(async ({ page, access }) => {
    const device = await OtherDevice.signIn(backend.url);
    await openCardList(page);
    const canary = `Канарейка${Date.now()}`;
    const id = await openFirstCard(page);
    await device.changeCard(id, { title: canary });
    await page.goto('/home/cards');
    await passTime(page, 2 * MINUTE_MS);
    await page.reload();
    await page.getByRole('link', { name: canary }).waitFor();
    if (linesWith(await deviceDump(page), canary).length < 2) throw new Error('The canary was never kept');
    await page.getByRole('button', { name: 'Выйти' }).click();
    await page.waitForURL(/\/auth\/login/);
    const traces = [canary, access, 'prilavok-outbox-u1', '__u=u1'];
    const bytesOf = (dump: string) =>
      traces.flatMap((trace) => linesWith(dump, trace)).reduce((sum, line) => sum + line.length, 0);
    const afterLogout = bytesOf(await deviceDump(page));
    await page.getByLabel('Логин').fill(DEMO2.login);
    await page.getByLabel('Пароль', { exact: true }).fill(DEMO2.password);
    await page.getByRole('button', { name: 'Войти' }).click();
    await firstCard(page).waitFor();
    return [
      {
        name: 'R11 bytes of a user left after the logout and under the next user',
        value: afterLogout + bytesOf(await deviceDump(page)),
        unit: 'bytes',
        goal: 0,
        better: 'smaller',
      },
    ];
  });
}

/** A newer build arrives while a form is being filled in, and is taken. */
export async function benchDeploys(browser: Browser, repeats: number): Promise<Figure[]> {
  const deploy = new Deploy();
  const backend = await Backend.create({ entry: deploy.entry, env: { RATE_LIMIT_SCALE: '1000' } });
  let white = 0;
  let lost = 0;
  try {
    await withSession(browser, backend, async ({ page }) => {
      page.on('dialog', (dialog) => void dialog.accept());
      await openCardList(page);
      await openFirstCard(page);
      for (let repeat = 0; repeat < repeats; repeat += 1) {
        const typed = `Не дописано ${repeat} ${Date.now() % 1e6}`;
        await titleField(page).fill(typed);
        deploy.newBuild();
        await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
        const reloaded = page.waitForEvent('domcontentloaded');
        await page.getByRole('button', { name: 'Обновить', exact: true }).click();
        await reloaded;
        const restore = page.getByRole('button', { name: 'Восстановить' });
        await restore.waitFor({ timeout: 15_000 }).catch(() => undefined);
        if (
          ((await page
            .locator('main')
            .textContent()
            .catch(() => '')) ?? '') === ''
        )
          white += 1;
        await restore.click({ timeout: 1_000 }).catch(() => undefined);
        if (
          (await titleField(page)
            .inputValue()
            .catch(() => '')) !== typed
        )
          lost += 1;
      }
    });
  } finally {
    await backend.remove();
    deploy.remove();
  }
  const common = { unit: '', goal: 0, better: 'smaller', note: `n=${repeats}` } as const;
  return [
    { name: 'R10 deploys under an open form: white screens', value: white, ...common },
    { name: 'R10 deploys under an open form: lost fields', value: lost, ...common },
  ];
}
