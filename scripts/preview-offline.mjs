import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const entry = join(root, 'dist/server/main.js');
const say = (text) => process.stdout.write(`${text}\n`);

/** The production build with a switch for its server: the service worker needs the one, testing it needs the other. */
let server;
let isSwitching = false;

const { build } = await import('./build.mjs');
await build();
if (!existsSync(entry)) throw new Error('Сервер не собран');
await startServer();
help();
listenToKeys();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void quit());

function help() {
  say(`
Проверка работы без связи
  1. Откройте адрес выше, войдите и дождитесь, пока в Настройки → «Данные на этом устройстве»
     появится «Открывается без связи: да».
  2. Нажмите здесь o — сервер остановится. Или в devtools: Network → Offline.
  3. Обновите страницу: она откроется, а индикатор в меню скажет «Нет сети».
  Состояние воркера, кешей, хранилищ и очереди: /home/diagnostics. Подробно: docs/offline.md.

  o — остановить сервер, ещё раз o — запустить    h — эта подсказка    q — выход
`);
}

async function startServer() {
  const child = spawn(process.execPath, [entry], {
    cwd: root,
    env: process.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  server = child;
  child.once('exit', (code) => {
    const isOurs = server === child;
    if (!isOurs) return;
    server = undefined;
    if (!isSwitching) process.exit(code ?? 1);
  });
  // Its first words mean that it listens.
  await new Promise((resolve) => {
    child.stdout.once('data', (words) => {
      say(String(words).replace(/\n?Остановить: Ctrl\+C\n?/, ''));
      child.stdout.resume();
      resolve();
    });
    child.once('exit', resolve);
  });
}

async function stopServer() {
  const child = server;
  if (!child) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function toggle() {
  if (isSwitching) return;
  isSwitching = true;
  if (server) {
    await stopServer();
    say('Сервер остановлен: страница живёт без него. o — запустить снова.');
  } else {
    await startServer();
  }
  isSwitching = false;
}

async function quit() {
  isSwitching = true;
  await stopServer();
  process.exit(0);
}

function obey(key) {
  if (key === 'o' || key === 'щ') void toggle();
  else if (key === 'q' || key === 'й' || key === '\u0003') void quit();
  else if (key === 'h' || key === 'р') help();
}

/** A terminal gives single keys, anything else whole lines. */
function listenToKeys() {
  if (process.stdin.isTTY) {
    process.stdin.setRawMode(true);
    process.stdin.setEncoding('utf8');
    process.stdin.on('data', (key) => obey(key.toLowerCase()));
  } else {
    createInterface({ input: process.stdin }).on('line', (line) => obey(line.trim().toLowerCase()));
  }
}
