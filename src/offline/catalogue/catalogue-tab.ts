import { catalogueDatabaseName, deleteDatabase } from '#offline/device/user-database.ts';
import { listen } from '#lib/listen.ts';
import { startEngine, type CatalogueEngine, type EngineDeps } from './catalogue-engine.ts';
import { catalogueStatus, type CatalogueSource } from './catalogue-status.ts';
import { keepResponses } from './kept-responses.ts';
import { listQuestionOf } from './list-question.ts';
import type { ReplicaFacts } from './replica.ts';
import { DATABASE_DELETED, WorkerCallError, type ReplicaWorker } from './worker-calls.ts';

/** A tab that is glanced away from keeps its engine; one that is left alone lets it go. */
const LET_GO_AFTER_MS = 30_000;
/** Whoever walks through their tabs passes by: no engine is started for that. */
const GLANCE_MS = 100;

export interface CatalogueTab {
  /** Something has changed: the server is asked at once. */
  wake(): void;
  /** Another tab has taken something. */
  catchUp(): void;
  /** Nothing is read or written from here on. Synchronous. */
  end(): void;
}

/**
 * One tab's part in the replica of one user. Its engine is there while the tab is seen, or somebody asks; a tab that is not seen for
 * long lets it go, with its memory and its lead. What is known of the replica stands meanwhile, and whoever asks waits until the engine
 * has read the device again.
 */
export function createCatalogueTab(deps: EngineDeps): CatalogueTab {
  let engine: CatalogueEngine | undefined;
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDueToGo = false;
  /** On their way. */
  let questions = 0;
  /** Each engine counts from the beginning: what it says goes on from what was said before it. */
  let revision = 0;

  const responses = keepResponses(async (query) => {
    const question = listQuestionOf(query);
    return question && (await ask('query', question));
  });
  const source: CatalogueSource = {
    query: responses.query,
    answered: responses.answered,
    counters: () => ask('counters', undefined),
    suggest: (search) => ask('suggest', search),
    refresh: () => startForWhoeverAsks()?.wake(),
  };

  function tell(facts: ReplicaFacts, revisionBefore: number) {
    const { current: known } = catalogueStatus.get();
    const current = facts.current && {
      ...facts.current,
      revision: revisionBefore + facts.current.revision,
    };
    if (known?.revision !== current?.revision || known?.currentAtMs !== current?.currentAtMs)
      responses.forget();
    revision = current?.revision ?? revision;
    catalogueStatus.set({ ...facts, current }, source);
  }

  function start() {
    if (engine || isEnded) return;
    const revisionBefore = revision;
    engine = startEngine(deps, {
      onFacts: (facts) => tell(facts, revisionBefore),
      onRest: letGoIfDue,
      onFailed: give,
    });
    if (!engine) give();
  }

  /** Seen or not. More questions keep it no longer: a list behind one's back asks with each change. */
  function startForWhoeverAsks(): CatalogueEngine | undefined {
    const isGone = !engine;
    start();
    if (isGone && !isSeen()) followSight();
    return engine;
  }

  const ask: ReplicaWorker['call'] = async (name, asked) => {
    const asking = startForWhoeverAsks();
    if (!asking) throw new WorkerCallError('ended');
    questions += 1;
    try {
      return await asking.ask(name, asked);
    } finally {
      questions -= 1;
      letGoIfDue();
    }
  };

  function letGo() {
    engine?.end();
    engine = undefined;
    responses.forget();
  }

  /** What is under way would be done once more by the next one, and a fill is nobody else's. */
  function letGoIfDue() {
    if (isDueToGo && questions === 0 && engine?.isAtRest()) letGo();
  }

  function followSight() {
    clearTimeout(timer);
    isDueToGo = false;
    timer = isSeen() ? setTimeout(start, GLANCE_MS) : setTimeout(waitToGo, LET_GO_AFTER_MS);
  }

  function waitToGo() {
    isDueToGo = true;
    letGoIfDue();
  }

  /** A page that is put aside runs no further: a lock in its hand would keep others from asking. */
  function leave() {
    clearTimeout(timer);
    letGo();
  }

  const stops = [
    listen(document, 'visibilitychange', followSight),
    listen(document, 'freeze', leave),
    listen(document, 'resume', followSight),
    listen(window, 'pagehide', leave),
    listen(window, 'pageshow', followSight),
  ];

  function end() {
    isEnded = true;
    clearTimeout(timer);
    for (const stop of stops) stop();
    engine?.end();
  }

  function give(up?: unknown) {
    const why = up instanceof WorkerCallError ? up.thrownName : undefined;
    const mayBeginAnew = why === DATABASE_DELETED && deps.mayReopen();
    // What asks whether the user is still here may have found that out.
    if (isEnded) return;
    if (mayBeginAnew) {
      letGo();
      if (isSeen()) start();
      return;
    }
    end();
    const isFull = why === 'QuotaExceededError';
    catalogueStatus.clear(isFull ? 'full' : 'impossible');
    // Half of a list helps nobody, and somebody else needs the room.
    if (isFull) void deleteDatabase(catalogueDatabaseName(deps.userId));
  }

  if (isSeen()) start();
  return {
    wake: () => engine?.wake(),
    catchUp: () => engine?.catchUp(),
    end,
  };
}

function isSeen(): boolean {
  return document.visibilityState === 'visible';
}
