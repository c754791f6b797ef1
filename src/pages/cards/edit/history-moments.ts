import type { CardChange } from '#contract/card-history.ts';

/** What one person did at one time. */
export interface HistoryMoment {
  id: number;
  changedAt: string;
  userName: string | null;
  /** In the order in which they were written. */
  changes: CardChange[];
}

/** One write may change the card and its prices in several shops: it is told once. The changes come the last first. */
export function momentsOf(changes: readonly CardChange[]): HistoryMoment[] {
  const moments: HistoryMoment[] = [];
  for (const change of changes) {
    const { id, changedAt, userName } = change;
    const last = moments.at(-1);
    if (last?.changedAt === changedAt && last.userName === userName) last.changes.unshift(change);
    else moments.push({ id, changedAt, userName, changes: [change] });
  }
  return moments;
}
