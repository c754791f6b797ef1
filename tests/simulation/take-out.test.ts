import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { guards } from './guards.ts';
import { takeOut } from './take-out.ts';

const SOURCE = `
function save(record: Row): boolean {
  // Before it goes.
  if (record.isOld) return false;
  const options = { key: record.id, retry: true };
  return send(record, options) ? keep(record) : drop(record);
}
function drop(record: Row) {
  if (record.isOld) return false;
  log(record);
}
`;
const file = 'src/save.ts';

it('takes out statements, an expression or a property, however they are formatted', () => {
  expect(
    takeOut(SOURCE, { file, inside: 'save', from: 'if (record.isOld)\n    return false;', to: '' }),
  ).toContain('// Before it goes.\n  \n  const options');
  expect(
    takeOut(SOURCE, { file, from: 'send(record, options)\n ? keep(record) : drop(record)', to: 'true' }),
  ).toContain('return true;');
  expect(takeOut(SOURCE, { file, from: 'key: record.id', to: '' })).toContain('{ , retry: true }');
  expect(takeOut(SOURCE, { file, from: 'if (record.isOld) return false; log(record);', to: '' })).toContain(
    'drop(record);\n}',
  );
});

it('refuses what the source does not say, or says twice', () => {
  expect(() => takeOut(SOURCE, { file, from: 'if (record.isNew) return false;', to: '' })).toThrow(
    'says nowhere',
  );
  expect(() => takeOut(SOURCE, { file, from: 'if (record.isOld) return false;', to: '' })).toThrow(
    'more than once',
  );
});

it.each(guards)('the guard «$name» is where it is said to be', ({ mutations }) => {
  for (const mutation of mutations) {
    const source = readFileSync(mutation.file, 'utf8');
    expect(takeOut(source, mutation)).not.toBe(source);
  }
});
