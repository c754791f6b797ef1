import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';

interface WatchOptions {
  database: Pick<Database, 'executeSql' | 'commitCount'>;
  schema: string;
  intervalMs: number;
  /** So many jobs of this queue are due: somebody should take them. */
  wake: (queue: string, dueCount: number) => void;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Asks once for all queues whether any job is due. Each worker asking for itself, as often, keeps an idle server busy with
 * dozens of questions a second. It is not even asked while nothing was committed since and the next job's time has not come.
 * Answers a function that ends the watch and waits for the question under way.
 */
export function watchQueues({ database, schema, intervalMs, wake, log }: WatchOptions): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let asking = Promise.resolve();
  let seenCommits: number | undefined;
  let nextDueAtMs = 0;

  const ask = async () => {
    // Before the question: what is committed meanwhile is asked about again.
    seenCommits = database.commitCount?.();
    try {
      const { rows } = await database.executeSql(
        `SELECT name, count(*) FILTER (WHERE start_after <= now())::int AS due,
           (extract(epoch from min(start_after) - now()) * 1000)::float8 AS "dueInMs"
         FROM ${schema}.job WHERE state < 'active' AND NOT blocked GROUP BY name`,
      );
      // The queue's own table: nothing of it is null.
      const queues = rows as { name: string; due: number; dueInMs: number }[];
      nextDueAtMs = Date.now() + Math.min(...queues.map(({ dueInMs }) => dueInMs));
      for (const { name, due } of queues) if (due > 0 && !isOver) wake(name, due);
    } catch (error) {
      nextDueAtMs = 0;
      // The workers still ask for themselves, seldom; the next question may be answered.
      log.error({ err: error }, 'job queue');
    }
    if (!isOver) askLater();
  };
  const isNothingNew = () =>
    seenCommits !== undefined && database.commitCount?.() === seenCommits && Date.now() < nextDueAtMs;
  const askLater = () => {
    timer = setTimeout(() => {
      if (isNothingNew()) askLater();
      else asking = ask();
    }, intervalMs);
  };

  askLater();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await asking;
  };
}
