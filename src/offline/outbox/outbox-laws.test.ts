import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Edit, Fields, ServerState } from './outbox-record.ts';
import { SimulatedWorld, type Fault, type SimulatedTab } from '#tests/support/outbox/simulated-world.ts';

const CARDS = [1, 2, 3];
const FIELDS = ['title', 'brand', 'tags'];
/** More steps than any of the scenarios takes. */
const MAX_STEPS = 60;

async function untilQuiet(): Promise<void> {
  // Only promises are under way: no timer of a scenario is longer than nothing.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 0));
}

const scenarios: Record<string, { edits: Edit[]; theirs?: Fields; fault?: Fault }> = {
  'an edit': { edits: [edit(1, { title: 'a' })] },
  'two edits': { edits: [edit(1, { title: 'a' }), edit(1, { title: 'b', brand: 'x' }, { title: 'a' })] },
  'an edit whose answer is lost': { edits: [edit(1, { title: 'a' })], fault: 'answer lost' },
  'an edit that is merged': { edits: [edit(1, { title: 'a' })], theirs: { brand: 'theirs' } },
  'a draft and an edit of it': {
    edits: [
      { ...edit(-1, { title: 'a' }), kind: 'create', baseVersion: null, base: {} },
      { ...edit(-1, { title: 'b' }, { title: 'a' }), baseVersion: null },
    ],
  },
};

function edit(entityId: number, patch: Fields, base: Fields = {}): Edit {
  const from = Object.fromEntries(Object.keys(patch).map((field) => [field, base[field] ?? 'old']));
  return { entity: 'card', entityId, kind: 'update', title: '', baseVersion: 1, patch, base: from };
}

test.each(Object.keys(scenarios))('%s: a tab killed at any step leaves exactly one write', async (name) => {
  const { edits, theirs, fault } = scenarios[name]!;
  let lastStep = 0;
  for (let fatalStep = 1; fatalStep <= MAX_STEPS; fatalStep += 1) {
    let steps = 0;
    let victim: SimulatedTab | undefined;
    const world = new SimulatedWorld({
      step: async () => {
        steps += 1;
        if (steps === fatalStep) victim?.kill();
      },
    });
    world.server.add(1, { title: 'old', brand: 'old' });
    if (theirs) world.server.change(1, theirs);
    if (fault) world.faults.push(fault);
    victim = world.openTab();
    let acknowledged = 0;
    void (async () => {
      for (const one of edits) {
        await victim.outbox.enqueue(one);
        acknowledged += 1;
      }
      await victim.outbox.flush({ isForced: true });
    })();
    await untilQuiet();
    victim.kill();

    // Three starts without a connection change nothing and lose nothing.
    const before = await world.content();
    world.isOnline = false;
    for (let start = 0; start < 3; start += 1) {
      const offlineTab = world.openTab();
      await offlineTab.outbox.reload();
      await offlineTab.outbox.flush({ isForced: true });
      offlineTab.kill();
    }
    expect(await world.content()).toEqual(before);

    world.isOnline = true;
    world.faults.length = 0;
    world.now += 600_000;
    await world.openTab().outbox.flush({ isForced: true });
    const where = `${name}, killed at step ${fatalStep}`;
    expect((await world.content()).records, where).toEqual([]);
    const written = world.server.effects.map(({ field, value }) => `${field}=${String(value)}`);
    expect(new Set(written).size, where).toBe(written.length);
    const last = edits.slice(0, acknowledged).reduce<Fields>((sum, one) => ({ ...sum, ...one.patch }), {});
    const id = edits[0]!.entityId < 0 ? 101 : 1;
    if (acknowledged > 0) {
      const stored = acknowledged === edits.length ? last : {};
      expect(world.server.state(id).fields, where).toMatchObject({ ...theirs, ...stored });
    }
    expect(world.server.entities.size, where).toBeLessThanOrEqual(2);
    lastStep = Math.max(lastStep, steps);
    if (steps < fatalStep) break;
  }
  // The scenario was walked through to its end.
  expect(lastStep).toBeLessThan(MAX_STEPS);
  expect(lastStep).toBeGreaterThan(8);
});

type Command =
  | { do: 'edit'; card: number; field: string; isBad: boolean }
  | { do: 'draft'; number: number }
  | { do: 'their edit'; card: number; field: string }
  | { do: 'look'; card: number }
  | { do: 'go'; isOnline: boolean }
  | { do: 'fault'; fault: Fault }
  | { do: 'kill tab' }
  | { do: 'other tab sends' }
  | { do: 'choose'; isMine: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'run'; steps: number };

const card = fc.constantFrom(...CARDS, -1, -2);
const field = fc.constantFrom(...FIELDS);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('edit' as const), card, field, isBad: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('draft' as const), number: fc.constantFrom(-1, -2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('their edit' as const), card: fc.constantFrom(...CARDS), field }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('look' as const), card: fc.constantFrom(...CARDS) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('go' as const), isOnline: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fault' as const),
      fault: fc.constantFrom<Fault>('request lost', 'answer lost', 'away', 'too many', 'none'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'kill tab' as const }) },
  { weight: 2, arbitrary: fc.constant({ do: 'other tab sends' as const }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('choose' as const), isMine: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 90_000 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('run' as const), steps: fc.integer({ min: 1, max: 12 }) }),
  },
);

/** What this seller saw, wrote and was told, beside the world it happened in. */
class Seller {
  readonly world: SimulatedWorld;
  /** The server as last seen; edits are made on top of it. */
  readonly seen = new Map<number, { version: number | null; fields: Fields }>();
  readonly seenValues = new Set<string>();
  /** In the order in which they were made. */
  readonly edits: { entityId: number; field: string; value: string; isAcknowledged: boolean }[] = [];
  readonly drafts = new Set<number>();
  /** What somebody else changed, too. */
  readonly touched = new Set<number>();
  private count = 0;
  private tab: SimulatedTab;

  constructor(world: SimulatedWorld) {
    this.world = world;
    this.tab = this.openTab();
  }

  openTab(): SimulatedTab {
    return this.world.openTab((state) => state && this.see(state));
  }

  see({ entityId, version, fields }: ServerState) {
    this.seen.set(entityId, { version, fields });
    for (const [name, value] of Object.entries(fields))
      this.seenValues.add(`${entityId} ${name} ${String(value)}`);
  }

  async step(one: Command, run: (steps: number) => Promise<void>): Promise<void> {
    const { world } = this;
    if (one.do === 'edit') this.edit(one.card, one.field, one.isBad);
    else if (one.do === 'draft') this.draft(one.number);
    else if (one.do === 'their edit') this.theirEdit(one.card, one.field);
    else if (one.do === 'look' && world.isOnline) this.see(world.server.state(one.card));
    else if (one.do === 'go') world.isOnline = one.isOnline;
    else if (one.do === 'fault') world.faults.push(one.fault);
    else if (one.do === 'kill tab') {
      this.tab.kill();
      this.tab = this.openTab();
      void this.tab.outbox.reload();
    } else if (one.do === 'other tab sends') void this.openTab().outbox.flush({ isForced: true });
    else if (one.do === 'wait') world.now += one.ms;
    else if (one.do === 'choose') await this.choose(one.isMine);
    else if (one.do === 'run') await run(one.steps);
  }

  private shown(entityId: number): Fields {
    const { records, aliases } = this.tab.outbox.getContent();
    const id = aliases.get(entityId) ?? entityId;
    const queued = records
      .filter((record) => record.entityId === id)
      .toSorted((a, b) => a.sequence - b.sequence);
    return Object.assign({}, this.seen.get(id)?.fields, ...queued.map(({ patch }) => patch)) as Fields;
  }

  private edit(entityId: number, name: string, isBad: boolean) {
    if (entityId < 0 && !this.drafts.has(entityId)) return;
    const value = `${isBad ? 'bad' : 'mine'} ${(this.count += 1)}`;
    const id = this.tab.outbox.getContent().aliases.get(entityId) ?? entityId;
    const made = { entityId, field: name, value, isAcknowledged: false };
    this.edits.push(made);
    void this.tab.outbox
      .enqueue({
        ...edit(id, { [name]: value }),
        base: { [name]: this.shown(entityId)[name] },
        baseVersion: this.seen.get(id)?.version ?? null,
      })
      .then(() => (made.isAcknowledged = true));
  }

  private theirEdit(entityId: number, name: string) {
    this.touched.add(entityId);
    this.world.server.change(entityId, { [name]: `theirs ${(this.count += 1)}` });
  }

  private draft(entityId: number) {
    if (this.drafts.has(entityId)) return;
    const value = `mine ${(this.count += 1)}`;
    const made = { entityId, field: 'title', value, isAcknowledged: false };
    this.edits.push(made);
    this.drafts.add(entityId);
    void this.tab.outbox
      .enqueue({ ...edit(entityId, { title: value }), kind: 'create', baseVersion: null, base: {} })
      .then(
        () => (made.isAcknowledged = true),
        () => undefined,
      );
  }

  private async choose(isMine: boolean) {
    const content = await this.world.content();
    const record = content.records.find(({ state }) => state === 'conflict');
    if (!record?.conflict) return;
    const { fields, theirs, version } = record.conflict;
    this.see({ entityId: record.entityId, version, fields: theirs });
    if (!isMine) {
      // Given up on purpose.
      for (const made of this.edits) {
        if (fields.includes(made.field) && this.realId(made.entityId, content.aliases) === record.entityId) {
          made.isAcknowledged = false;
        }
      }
    }
    void this.tab.outbox.resolveConflict(record.id, isMine ? fields : []).catch(() => undefined);
  }

  realId(entityId: number, aliases: ReadonlyMap<number, number>): number {
    return aliases.get(entityId) ?? entityId;
  }
}

/** Lets the steps of all tabs run in any order, `steps` of them at a time. */
function schedule(scheduler: fc.Scheduler) {
  return {
    step: (label: string) => scheduler.schedule(Promise.resolve(), label),
    run: async (steps: number) => {
      for (let done = 0; done < steps; done += 1) {
        await Promise.resolve();
        if (scheduler.count() > 0) await scheduler.waitOne();
      }
    },
    toTheEnd: async () => {
      for (let idle = 0; idle < 3;) {
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (scheduler.count() === 0) idle += 1;
        else {
          idle = 0;
          await scheduler.waitOne();
        }
      }
    },
  };
}

test.each([{ hasLocks: true }, { hasLocks: false }])(
  'whatever happens to tabs, network and server, no write is lost or made twice (locks: $hasLocks)',
  { timeout: 120_000 },
  async ({ hasLocks }) => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(command, { maxLength: 40 }), async (scheduler, commands) => {
        const { step, run, toTheEnd } = schedule(scheduler);
        const world = new SimulatedWorld({ step, hasLocks });
        for (const id of CARDS) world.server.add(id, { title: 'old', brand: 'old', tags: 'old' });
        const seller = new Seller(world);
        for (const id of CARDS) seller.see(world.server.state(id));
        for (const one of commands) await seller.step(one, run);

        world.isOnline = true;
        world.faults.length = 0;
        await toTheEnd();
        for (let round = 0; round < 3; round += 1) {
          world.now += 600_000;
          const tab = seller.openTab();
          void tab.outbox.flush({ isForced: true });
          await toTheEnd();
        }

        const { records, aliases } = await world.content();
        const { effects } = world.server;
        // What may be sent has been sent.
        expect(records.filter(({ state }) => state === 'queued' || state === 'sending')).toEqual([]);

        const mine = effects.map((effect) => `${effect.entityId} ${effect.field} ${String(effect.value)}`);
        expect(new Set(mine).size, 'written twice').toBe(mine.length);

        const conflicts = records.filter(({ state }) => state === 'conflict').map(({ entityId }) => entityId);
        expect(
          conflicts.filter((id) => !seller.touched.has(id)),
          'a conflict with myself',
        ).toEqual([]);

        for (const id of [...CARDS, -1, -2]) {
          const realId = seller.realId(id, aliases);
          for (const name of FIELDS) {
            const made = seller.edits.filter((one) => one.entityId === id && one.field === name);
            const written = effects
              .filter((effect) => effect.entityId === realId && effect.field === name)
              .map(({ value }) => made.findIndex((one) => one.value === value));
            expect(written, 'out of order').toEqual(written.toSorted((a, b) => a - b));

            // A later edit replaces an earlier one; the last one that was called saved must be somewhere.
            const last = made.findLastIndex((one) => one.isAcknowledged);
            if (last < 0) continue;
            const parked = records
              .filter((record) => record.entityId === realId)
              .map(({ patch }) => patch[name]);
            const kept = made.slice(last).some(({ value }) => parked.includes(value));
            expect(kept || Math.max(-1, ...written) >= last, `lost ${made[last]!.value}`).toBe(true);
          }
        }

        for (const { entityId, field: name, before } of effects) {
          if (!String(before).startsWith('theirs')) continue;
          expect(seller.seenValues, 'overwritten unseen').toContain(`${entityId} ${name} ${String(before)}`);
        }
      }),
      { numRuns: 120 },
    );
  },
);
