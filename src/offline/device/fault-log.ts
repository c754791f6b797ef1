import { onCallOutcome } from '#api/api.ts';
import type { CallOutcome } from '#api/client.ts';

/** Enough to see a pattern; kept in memory alone, so that nothing of it outlives the tab. */
const KEPT = 30;
const LONGEST_TEXT = 300;
/** A token must not get into a report, whoever put it into an error's text. */
const SECRET = /eyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g;

export interface Fault {
  at: number;
  /** Where it was seen: `error`, `rejection`, `chunk` (a part of the app did not load), `policy` (refused by the CSP). */
  kind: 'error' | 'rejection' | 'chunk' | 'policy';
  text: string;
}

export type RememberedOutcome = Pick<CallOutcome, 'kind' | 'method' | 'startedAt' | 'latencyMs'>;

const faults: Fault[] = [];
const outcomes: RememberedOutcome[] = [];

/** The last faults of this tab, newest first. */
export function lastFaults(): readonly Fault[] {
  return faults;
}

/** How the last calls went, newest first; without addresses, which may hold what somebody searched for. */
export function lastOutcomes(): readonly RememberedOutcome[] {
  return outcomes;
}

function keep<T>(list: T[], item: T) {
  list.unshift(item);
  list.length = Math.min(list.length, KEPT);
}

function remember(kind: Fault['kind'], reason: unknown) {
  const text = reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason);
  keep(faults, { at: Date.now(), kind, text: text.replace(SECRET, '…').slice(0, LONGEST_TEXT) });
}

/** Begins to remember. Called once, before anything can go wrong. */
export function watchFaults(): void {
  window.addEventListener('error', ({ error, message }) => remember('error', error ?? message));
  window.addEventListener('unhandledrejection', ({ reason }) => remember('rejection', reason));
  window.addEventListener('vite:preloadError', (event) =>
    remember('chunk', 'payload' in event ? event.payload : 'не загрузилась часть приложения'),
  );
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    remember('policy', `${violatedDirective} ${blockedURI}`),
  );
  onCallOutcome(({ kind, method, startedAt, latencyMs }) =>
    keep(outcomes, { kind, method, startedAt, latencyMs }),
  );
}
