import { readEnv } from './config/env.ts';
import { collectBeforeHeapIsLarge } from './config/heap-growth.ts';
import { StartError } from './errors/start-error.ts';
import { startServer, type RunningServer } from './start-server.ts';

const STOP_LIMIT_MS = 10_000;

/** The reader of the log may go before the server does (`npm start | head`): its end is no reason to end, or to log. */
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

await main();

async function main(): Promise<void> {
  collectBeforeHeapIsLarge();
  try {
    const server = await startServer(readEnv(process.env), {
      checksResponses: process.env.NODE_ENV === 'development',
    });
    stopOnSignals(server);
    surviveStrayErrors(server);
    process.stdout.write(greeting(server));
  } catch (error) {
    const text = error instanceof StartError ? error.message : explainUnexpected(error);
    process.stderr.write(`${text}\n`);
    process.exit(1);
  }
}

function greeting({ url, hasDemo, notices }: RunningServer): string {
  const lines = [...notices, `Прилавок открыт: ${url}`];
  if (hasDemo) lines.push('Демонстрационный вход: логин demo, пароль prilavok-demo');
  lines.push('Остановить: Ctrl+C');
  return `${lines.join('\n')}\n`;
}

function stopOnSignals(server: RunningServer): void {
  let isStopping = false;
  const stop = () => {
    // The second Ctrl+C of somebody who does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        server.log.error({ err: error }, 'not closed cleanly');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}

function surviveStrayErrors(server: RunningServer): void {
  process.on('unhandledRejection', (reason) => {
    server.log.error({ err: reason }, 'unhandled rejection');
  });
  // After this nothing in memory can be trusted; what was acknowledged is on the disk.
  process.once('uncaughtException', (error) => {
    // What the closing itself throws is no second reason to close.
    process.on('uncaughtException', () => undefined);
    server.log.fatal({ err: error }, 'uncaught exception');
    void closeAndFail(server);
  });
}

async function closeAndFail(server: RunningServer): Promise<void> {
  try {
    await server.close();
  } finally {
    process.exit(1);
  }
}

function explainUnexpected(error: unknown): string {
  const stack = error instanceof Error ? error.stack : String(error);
  return `Прилавок не запустился из-за внутренней ошибки.\n${stack}`;
}
