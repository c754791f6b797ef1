import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { compareFacts, type FactChange } from './compare-facts.ts';
import { keepKnownOperations, readKnownOperations } from './known-operations.ts';
import { readOperations, type DocumentedCall } from './read-operations.ts';
import { isTouched } from './touched-by-client.ts';

/**
 * `npm run drift -- FOLDER`: the marketplace's documents in the folder against what they said when somebody last looked: each operation
 * of the client that has changed, how, and whether the client has to do with it. Ends with 1 when it has. `--accept` keeps
 * what the folder says as what is known.
 */
const { values, positionals } = parseArgs({
  options: { accept: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder] = positionals;
if (folder === undefined) {
  process.stderr.write('Укажите папку с документами API Wildberries: npm run drift -- ПАПКА\n');
  process.exit(2);
}

const operations = await readOperations(folder);
if (values.accept === true) {
  keepKnownOperations(operations);
  process.stdout.write(`Запомнено операций: ${operations.length}\n`);
} else {
  process.exitCode = report() ? 1 : 0;
}

/** Resolves with whether the client has to do with any of it. */
function report(): boolean {
  const known = readKnownOperations();
  let changedCount = 0;
  let isClientTouched = false;
  for (const operation of operations) {
    const changes = compareFacts(known[operation.name] ?? {}, operation.facts);
    if (changes.length === 0) continue;
    changedCount += 1;
    const { method, path } = operation.request;
    write(`\n${operation.name} · ${method} ${path} · ${fileOf(operation.name)}`);
    for (const change of changes) {
      const isOurs = isTouched(operation.request, change.place, operation.example);
      isClientTouched ||= isOurs;
      write(`  ${isOurs ? '!' : ' '} ${change.place}: ${inWords(change)}`);
    }
  }
  write(
    changedCount === 0
      ? `Без изменений, операций: ${operations.length}`
      : `\nИзменилось операций: ${changedCount} из ${operations.length}; «!» — то, что клиент отправляет или читает. Разобрав, запомните: --accept`,
  );
  return isClientTouched;
}

function inWords({ before, now, isOfMeaning }: FactChange): string {
  if (now === null) return `больше нет (было: ${before})`;
  if (before === null) return `новое: ${now}`;
  return isOfMeaning ? 'текст изменился' : `${before} → ${now}`;
}

/** Where the client has the operation. */
function fileOf(name: DocumentedCall['name']): string {
  const room = 'server/marketplace';
  const file = readdirSync(room).find(
    (one) =>
      one.endsWith('-operations.ts') &&
      new RegExp(`\\b${name}\\b\\s*[:(]`).test(readFileSync(`${room}/${one}`, 'utf8')),
  );
  return file === undefined ? room : `${room}/${file}`;
}

function write(line: string): void {
  process.stdout.write(`${line}\n`);
}
