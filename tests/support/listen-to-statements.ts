import type { KyselyPlugin } from 'kysely';
import type { Database } from '#server/db/database.ts';

interface Statement {
  text: string;
  parameters: readonly unknown[];
}

/** Test support: the same database, whose statements are written down as they are asked. */
export function listenToStatements(database: Database): { database: Database; statements: Statement[] } {
  const { db } = database;
  const statements: Statement[] = [];
  const listener: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql: text, parameters } = db.getExecutor().compileQuery(node, queryId);
      statements.push({ text, parameters });
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return {
    statements,
    database: {
      ...database,
      db: db.withPlugin(listener),
      transaction: (work) => database.transaction((trx) => work(trx.withPlugin(listener))),
    },
  };
}
