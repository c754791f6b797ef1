import { getProfileEndpoint } from '#contract/users.ts';
import { createApiClient } from '#api/client.ts';
import type { LockProvider } from '#api/session/refresh.ts';
import { createSessionStore } from '#api/session/session-store.ts';
import { createTokenStorage } from '#api/session/token-storage.ts';
import type { Edit } from '#offline/outbox/outbox-record.ts';
import { type Fault, SimulatedWorld } from '#tests/support/outbox/simulated-world.ts';
import { seededRandom } from '#server/demo/random.ts';
import { createLocks, createStorage } from '#tests/fixtures/browser.ts';
import { blackHole, createFakeFetch, html, json } from '#tests/fixtures/fake-server.ts';
import { createRotatingServer } from '#tests/fixtures/rotating-server.ts';
import { makeTokens } from '#tests/fixtures/tokens.ts';
import type { Figure } from './figures.ts';

const SAVES = 10_000;
const SAVES_PER_WORLD = 100;
const CARDS = 10;
const STORMS = 1_000;
const FAILED_REFRESHES = 5_000;
/** Each waits eight seconds for an answer that never comes, all at once. */
const SILENT_REFRESHES = 50;
const FAULTS: readonly Fault[] = ['request lost', 'answer lost', 'away', 'too many', 'none', 'none'];

/** R1–R3: the client's own code against servers in this process, with everything that can go wrong decided by seeds. */
export async function benchReliabilityCore(): Promise<Figure[]> {
  return [...(await benchWrites()), ...(await benchStorms()), await benchFailedRefreshes()];
}

/** Tabs die at any step, requests and answers are lost, several tabs send at once, answers come in any order. */
async function benchWrites(): Promise<Figure[]> {
  let acknowledged = 0;
  let lost = 0;
  let doubled = 0;
  for (let seed = 1; seed <= SAVES / SAVES_PER_WORLD; seed += 1) {
    const world = await runFaultedWorld(seed);
    acknowledged += world.acknowledged;
    lost += world.lost;
    doubled += world.doubled;
  }
  const note = `${SAVES} saves, ${acknowledged} acknowledged`;
  return [
    { name: 'R1 acknowledged writes lost', value: lost, unit: '', goal: 0, better: 'smaller', note },
    { name: 'R1 writes made twice', value: doubled, unit: '', goal: 0, better: 'smaller', note },
  ];
}

async function runFaultedWorld(seed: number) {
  const random = seededRandom(seed);
  let isCalm = false;
  let tabs: ReturnType<SimulatedWorld['openTab']>[] = [];
  const world = new SimulatedWorld({
    hasLocks: seed % 2 === 0,
    async step() {
      if (isCalm) return;
      if (random() < 0.01) tabs[Math.floor(random() * tabs.length)]?.kill();
      if (random() < 0.5) await turn();
    },
  });
  for (let card = 1; card <= CARDS; card += 1) world.server.add(card, {});
  const made: { card: number; field: string; value: string; isAcknowledged: boolean }[] = [];
  tabs = [world.openTab(), world.openTab()];
  for (let save = 0; save < SAVES_PER_WORLD; save += 1) {
    // A killed tab stays silent for ever; somebody opens another one.
    if (random() < 0.1) tabs[save % 2] = world.openTab();
    world.isOnline = random() < 0.8;
    world.faults.push(FAULTS[Math.floor(random() * FAULTS.length)] ?? 'none');
    const one = {
      card: 1 + (save % CARDS),
      field: `field${save}`,
      value: `${seed}-${save}`,
      isAcknowledged: false,
    };
    made.push(one);
    const tab = tabs[Math.floor(random() * tabs.length)];
    void tab?.outbox.enqueue(editOf(one)).then(() => (one.isAcknowledged = true), ignore);
    if (random() < 0.5) void tab?.outbox.flush({ isForced: true });
    await turns(1 + Math.floor(random() * 6));
  }
  await turns(50);
  isCalm = true;
  for (const tab of tabs) tab.kill();
  world.isOnline = true;
  world.faults.length = 0;
  for (let round = 0; round < 3; round += 1) {
    world.now += 600_000;
    await world.openTab().outbox.flush({ isForced: true });
    await turns(20);
  }
  const acknowledged = made.filter(({ isAcknowledged }) => isAcknowledged);
  const lost = acknowledged.filter(
    ({ card, field, value }) => world.server.state(card).fields[field] !== value,
  );
  const effects = world.server.effects.map(
    ({ entityId, field, value }) => `${entityId} ${field} ${String(value)}`,
  );
  return {
    acknowledged: acknowledged.length,
    lost: lost.length,
    doubled: effects.length - new Set(effects).size,
  };
}

function editOf({ card, field, value }: { card: number; field: string; value: string }): Edit {
  return {
    entity: 'card',
    entityId: card,
    kind: 'update',
    title: '',
    baseVersion: 1,
    patch: { [field]: value },
    base: { [field]: undefined },
  };
}

/** Fifty calls answer 401 at once, spread over tabs of one browser. */
async function benchStorms(): Promise<Figure[]> {
  let worst = 1;
  let failed = 0;
  for (const tabCount of [1, 2, 5]) {
    for (let seed = 1; seed <= STORMS; seed += 1) {
      const random = seededRandom(seed);
      const server = createRotatingServer(async (response) => {
        await turns(Math.floor(random() * 8));
        return response;
      });
      const storage = createStorage();
      const locks = createLocks();
      startTab(server.fetch, { storage }).session.startSession(server.tokens());
      const tabs = Array.from({ length: tabCount }, () => startTab(server.fetch, { storage, locks }));
      server.expire();
      const calls = tabs.flatMap(({ client }) =>
        Array.from({ length: 50 / tabCount }, () => client.call(getProfileEndpoint)),
      );
      const results = await Promise.allSettled(calls);
      failed += results.filter(({ status }) => status === 'rejected').length;
      if (server.refreshes.length !== 1) worst = Math.max(worst, server.refreshes.length, 2);
    }
  }
  const note = `50 × 401 over 1, 2 and 5 tabs, ${STORMS} seeds each`;
  return [
    { name: 'R2 refreshes of one storm, worst', value: worst, unit: '', goal: 1, better: 'smaller', note },
    { name: 'R2 calls of the storms that failed', value: failed, unit: '', goal: 0, better: 'smaller', note },
  ];
}

/** Everything but a 4xx in answer to the refresh. */
async function benchFailedRefreshes(): Promise<Figure> {
  const responses: (() => Response | Promise<Response>)[] = [
    () => json({}, { status: 500 }),
    () => html(502),
    () => json({ detail: ['Обновляемся'] }, { status: 503 }),
    () => html(504),
    () => html(200),
    () => json({ access: makeTokens().access }),
    () => new Response('{"acc', { headers: { 'content-type': 'application/json' } }),
    () => Promise.reject(new TypeError('Failed to fetch')),
  ];
  let loggedOut = 0;
  async function run(response: (typeof responses)[number] | 'silence') {
    const { fetch } = createFakeFetch((request) => {
      if (!request.path.includes('refresh')) return json({}, { status: 401 });
      return response === 'silence' ? blackHole(request) : response();
    });
    const { session, client } = startTab(fetch);
    session.startSession(makeTokens());
    await client.call(getProfileEndpoint).catch(ignore);
    if (!session.getSession().isLoggedIn) loggedOut += 1;
  }
  for (let index = 0; index < FAILED_REFRESHES - SILENT_REFRESHES; index += 1) {
    await run(responses[index % responses.length] ?? 'silence');
  }
  await Promise.all(Array.from({ length: SILENT_REFRESHES }, () => run('silence')));
  return {
    name: 'R3 logouts by anything but a 4xx',
    value: loggedOut,
    unit: '',
    goal: 0,
    better: 'smaller',
    note: `${FAILED_REFRESHES} failed refreshes, ${SILENT_REFRESHES} of them never answered`,
  };
}

function startTab(fetchImpl: typeof fetch, options: { storage?: Storage; locks?: LockProvider } = {}) {
  const storage = options.storage ?? createStorage();
  const session = createSessionStore(createTokenStorage(() => storage));
  return { session, client: createApiClient({ session, fetch: fetchImpl, locks: options.locks }) };
}

function turn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}

async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await turn();
}

function ignore(): undefined {
  return undefined;
}
