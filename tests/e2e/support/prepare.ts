import { cpSync, existsSync, lstatSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backend } from './backend.ts';
import { areReportsRead, daysAgo, type ReadingOfReports } from './demo-reports.ts';
import { DEMO, DEMO2 } from './test.ts';

/** The report of a week comes when it is over. */
const REPORTED_DAYS_AGO = 14;
const ASKED_EVERY_MS = 500;
/** Only ends what hangs. */
const READ_WITHIN_MS = 300_000;

/** Fills the demo once; every worker starts from a copy of it. Returns the clean-up. */
export default async function prepare(): Promise<() => void> {
  if (!existsSync('dist/server/main.js')) throw new Error('Сначала соберите проект: npm run build');
  const backend = await Backend.create();
  // Half a minute of a core: in a copy taken before, every server would read them again, beside its tests.
  for (const who of [DEMO, DEMO2]) await untilReportsAreRead(backend.url, who);
  // The first sales sync is a job; a copy taken before it ended would start it again in every worker.
  await backend.stop();
  const template = mkdtempSync(join(tmpdir(), 'prilavok-template-'));
  rmSync(template, { recursive: true });
  // A slow machine's server is killed in the end, and leaves the socket that guards its folder.
  cpSync(backend.dataDir, template, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
  await backend.remove();
  process.env['E2E_TEMPLATE'] = template;
  return () => rmSync(template, { recursive: true, force: true });
}

async function untilReportsAreRead(url: string, who: { login: string; password: string }): Promise<void> {
  const signedIn = await fetch(`${url}/api/v1/user/auth/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(who),
  });
  const { access } = (await signedIn.json()) as { access: string };
  const day = daysAgo(REPORTED_DAYS_AGO);
  const deadline = Date.now() + READ_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${url}/api/v1/analytics/profit/?from=${day}&to=${day}&basis=OWN`, {
      headers: { authorization: `Bearer ${access}` },
    });
    if (areReportsRead((await answer.json()) as ReadingOfReports, day)) return;
    if (Date.now() > deadline) throw new Error(`The reports of «${who.login}» were not read in time`);
    await new Promise((done) => setTimeout(done, ASKED_EVERY_MS));
  }
}
