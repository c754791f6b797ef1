import { createHash, randomUUID } from 'node:crypto';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Backend } from './backend.ts';
import { areReportsRead, daysAgo, type ReadingOfReports } from './demo-reports.ts';
import { DEMO, DEMO2 } from './test.ts';

const SERVER = 'dist/server';
const TEMPLATES = join(tmpdir(), 'prilavok-demo-templates');
/** An hour after a shop was read it is read again: in an older copy every server would begin with that, beside its tests. */
const FRESH_MS = 45 * 60_000;
/** No run lasts as long. */
const REMOVED_AFTER_MS = 6 * 3_600_000;
/** The report of a week comes when it is over. */
const REPORTED_DAYS_AGO = 14;
const ASKED_EVERY_MS = 500;
/** Only ends what hangs. */
const READ_WITHIN_MS = 300_000;

/** Every worker starts from a copy of a filled demo; runs of the same build within three quarters of an hour share it. */
export default async function prepare(): Promise<void> {
  if (!existsSync(join(SERVER, 'main.js'))) throw new Error('Сначала соберите проект: npm run build');
  mkdirSync(TEMPLATES, { recursive: true });
  const digest = digestOfServer();
  process.env['E2E_TEMPLATE'] = findFresh(digest) ?? (await fill(digest));
}

/** Names say the build and the moment: `<digest>-<ms>`. */
function findFresh(digest: string): string | undefined {
  let fresh: string | undefined;
  for (const name of readdirSync(TEMPLATES)) {
    const path = join(TEMPLATES, name);
    const age = Date.now() - Number(name.split('-').at(-1));
    if (age > REMOVED_AFTER_MS) rmSync(path, { recursive: true, force: true });
    else if (name.startsWith(`${digest}-`) && age < FRESH_MS) fresh = path;
  }
  return fresh;
}

function digestOfServer(): string {
  const digest = createHash('sha256').update(readFileSync('package-lock.json'));
  for (const name of readdirSync(SERVER, { recursive: true, encoding: 'utf8' }).toSorted()) {
    const path = join(SERVER, name);
    if (lstatSync(path).isFile()) digest.update(name).update(readFileSync(path));
  }
  return digest.digest('hex').slice(0, 16);
}

async function fill(digest: string): Promise<string> {
  const backend = await Backend.create();
  // Half a minute of a core: in a copy taken before, every server would read them again, beside its tests.
  for (const who of [DEMO, DEMO2]) await untilReportsAreRead(backend.url, who);
  // The first sales sync is a job; a copy taken before it ended would start it again in every worker.
  await backend.stop();
  const aside = join(TEMPLATES, `unfinished-${randomUUID().slice(0, 8)}-${Date.now()}`);
  // A slow machine's server is killed in the end, and leaves the socket that guards its folder.
  cpSync(backend.dataDir, aside, { recursive: true, filter: (path) => !lstatSync(path).isSocket() });
  await backend.remove();
  const template = join(TEMPLATES, `${digest}-${Date.now()}`);
  renameSync(aside, template);
  return template;
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
