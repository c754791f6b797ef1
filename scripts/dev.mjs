import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const port = process.env.PORT ?? '8080';
const host = process.env.HOST ?? '127.0.0.1';

/** The server starts again with every change of its sources; the page is served by vite, which asks it for data. */
const children = [
  start('node_modules/tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    NODE_ENV: 'development',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'info',
    PORT: port,
    HOST: host,
  }),
  start('node_modules/vite/bin/vite.js', [], { SERVER_URL: `http://${host}:${port}` }),
];

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

function start(script, args, variables) {
  const child = spawn(process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...variables },
  });
  // One without the other is of no use.
  child.once('exit', stop);
  return child;
}

function stop() {
  for (const child of children) if (child.exitCode === null) child.kill('SIGTERM');
}
