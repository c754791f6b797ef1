import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';
import { PROGRAMS, sourcesOf } from './import-graph.ts';

/** The glossary's list of words that no name has. */
const avoided = new Set(
  (
    /## Слова, которых нет ни в одном имени\n\n.*\n\n([\s\S]*?)\n\n/.exec(
      readFileSync('docs/glossary.md', 'utf8'),
    )?.[1] ?? ''
  )
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean),
);

const DECLARATIONS =
  /^(VariableDeclarator|FunctionDeclaration|ClassDeclaration|TSInterfaceDeclaration|TSTypeAliasDeclaration|Property|PropertyDefinition|TSPropertySignature)$/;

function namesIn(value: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const item of value) namesIn(item, found);
  if (typeof value !== 'object' || value === null || !('type' in value)) return found;
  if (DECLARATIONS.test(String(value.type))) {
    const named = ('id' in value && value.id) || ('key' in value && value.key);
    if (typeof named === 'object' && named && 'name' in named) found.add(String(named.name));
  }
  for (const child of Object.values(value)) if (typeof child === 'object') namesIn(child, found);
  return found;
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .flatMap((word) => [word, word.replace(/s$/, '')]);
}

function wordsToAvoidIn(names: Iterable<string>): string[] {
  return [...names].filter((name) => wordsOf(name).some((word) => avoided.has(word)));
}

it('no name has a word that the glossary avoids', () => {
  expect(avoided.size).toBeGreaterThan(20);
  const found = PROGRAMS.flatMap(sourcesOf).flatMap((file) =>
    wordsToAvoidIn(namesIn(parseSync(file, readFileSync(file, 'utf8')).program, new Set([file]))).map(
      (name) => `${file}: ${name}`,
    ),
  );
  expect(found).toEqual([]);
});

it('a word is found inside a name, in whatever case and number', () => {
  expect(wordsToAvoidIn(['cardManager', 'server/cards/card-helpers.ts', 'popupStore'])).toHaveLength(3);
  expect(wordsToAvoidIn(['planes', 'utility', 'managed'])).toEqual([]);
});
