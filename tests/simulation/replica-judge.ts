import type { CardRow } from '#contract/card-list.ts';
import type { FoundRows } from '#offline/catalogue/replica.ts';
import type { Tab } from './device.ts';
import type { RowState } from './model-feed.ts';
import type { World } from './world.ts';

const EVERYTHING = { ordering: 'title', limit: '200', offset: '0', withArchived: 'true' };

/** As the list does: with each change of the replica its rows are asked for, and what comes is on the screen. */
export function watchReplica(tab: Tab, world: World): void {
  const { catalogueStatus, session } = tab.core;
  let shown: number | undefined;
  catalogueStatus.subscribe(() => {
    const { current } = catalogueStatus.get();
    const source = catalogueStatus.source();
    if (!current || !source || current.revision === shown) return;
    shown = current.revision;
    void source.query(EVERYTHING).then(
      (found) => {
        if (found && tab.isAlive) judgeFound(tab, world, session.getSession().user?.id, found);
      },
      () => undefined,
    );
  });
}

/** What the replica of a tab answers now; undefined where there is none, or its worker has ended. */
export function readReplica(tab: Tab): Promise<FoundRows | undefined> {
  const source = tab.core.catalogueStatus.source();
  return source ? source.query(EVERYTHING).catch(() => undefined) : Promise.resolve(undefined);
}

/** Somebody asks a tab, seen or not. */
export function judgeQuestion(tab: Tab, world: World): void {
  void readReplica(tab).then((found) => {
    if (found && tab.isAlive) judgeFound(tab, world, tab.core.session.getSession().user?.id, found);
  });
}

function judgeFound(tab: Tab, world: World, userId: number | undefined, found: FoundRows): void {
  const { judge, scheduler, server } = world;
  judge.onData(tab, found.results);
  if (userId === undefined) return;
  const saidAt = Math.min(...tab.device.clock.timesOf(found.currentAtMs));
  judge.check(
    'I7',
    saidAt <= scheduler.now,
    () => `${tab.name} says it is current as of ${found.currentAtMs}, which no clock has shown`,
  );
  const rows = new Map(found.results.map((row) => [row.id, row]));
  const { states } = server.feedOf(userId);
  for (const [id, ofId] of states) {
    const row = rows.get(id);
    const isKept = ofId.some((state) => state.until >= saidAt && isShown(state, row, world, userId));
    judge.check('I7', isKept, () => staleText(tab, saidAt, row, ofId));
  }
  for (const id of rows.keys())
    judge.check('I7', states.has(id), () => `${tab.name} shows ${id}, which the server never had`);
}

/** A title may be one that this user has typed: it waits on the device, or has just been sent. */
function isShown({ row }: RowState, shown: CardRow | undefined, { ledger }: World, userId: number): boolean {
  if (!row || !shown) return !row && !shown;
  if (row.version !== shown.version) return false;
  const isTyped = () =>
    ledger.intents.some(
      (intent) =>
        intent.userId === userId &&
        intent.field === 'title' &&
        intent.value === shown.title &&
        ledger.realId(intent.entityId) === shown.id,
    );
  return row.title === shown.title || isTyped();
}

function staleText(
  { name }: Tab,
  saidAt: number,
  row: CardRow | undefined,
  states: readonly RowState[],
): string {
  const had = states.map((state) => `v${state.row?.version ?? '–'} until ${state.until - saidAt} ms later`);
  return `${name} shows ${row ? `${row.id} v${row.version} «${row.title}»` : 'no row'}; the server had ${had.join(', ')}`;
}
