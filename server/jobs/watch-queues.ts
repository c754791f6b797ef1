import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/db/database.ts';

interface WatchOptions {
  database: Pick<Database, 'executeSql'>;
  schema: string;
  intervalMs: number;
  /** So many jobs of this queue are due: somebody should take them. */
  wake: (queue: string, dueCount: number) => void;
  log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * Asks once for all queues whether any job is due. Each worker asking for itself, as often, keeps an idle server busy with
 * dozens of questions a second. Answers a function that ends the watch and waits for the question under way.
 */
export function watchQueues({ database, schema, intervalMs, wake, log }: WatchOptions): () => Promise<void> {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  let asking = Promise.resolve();

  const ask = async () => {
    try {
      const { rows } = await database.executeSql(
        `SELECT name, count(*)::int AS due FROM ${schema}.job
         WHERE state < 'active' AND NOT blocked AND start_after <= now() GROUP BY name`,
      );
      // The queue's own table: a name is never null.
      for (const { name, due } of rows as { name: string; due: number }[]) if (!isOver) wake(name, due);
    } catch (error) {
      // The workers still ask for themselves, seldom; the next question may be answered.
      log.error({ err: error }, 'job queue');
    }
    if (!isOver) askLater();
  };
  const askLater = () => {
    timer = setTimeout(() => {
      asking = ask();
    }, intervalMs);
  };

  askLater();
  return async () => {
    isOver = true;
    clearTimeout(timer);
    await asking;
  };
}
