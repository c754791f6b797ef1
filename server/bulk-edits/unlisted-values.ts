import { listedIn, unlistedValues } from '#contract/directory-values.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import type { Db } from '#server/db/database.ts';
import { findStoredDirectories, listOf, type ListName } from '#server/directory/marketplace-directories.ts';
import type { CardChange, CardFacts } from './card-change.ts';

/** What the marketplace's lists have, by list; none of one that nobody has read yet. */
type Lists = ReadonlyMap<ListName, (value: string) => boolean>;

interface ChangedCard {
  card: CardFacts;
  changed: CardChange;
}

/** Reads the lists that the new values of changes come from, each once. */
export function createListReader() {
  const read = new Map<ListName, (value: string) => boolean>();
  return async (db: Db, changes: readonly ChangedCard[]): Promise<Lists> => {
    const named = changes.flatMap(({ card, changed }) =>
      newValues(card, changed).flatMap(({ list }) => list ?? []),
    );
    const names = [...new Set(named)].filter((name) => !read.has(name));
    const stored = names.length === 0 ? [] : await findStoredDirectories(db, names);
    for (const name of names) {
      read.set(name, listedIn(stored.find((one) => one.name === name)?.values ?? []));
    }
    return read;
  };
}

/** New values of the card that its marketplace's lists do not have, each once: it may refuse them. */
export function unlistedIn(card: CardFacts, change: CardChange, lists: Lists): string[] {
  const unlisted = newValues(card, change).flatMap(({ list, values, had }) => {
    const isListed = list === undefined ? undefined : lists.get(list);
    return isListed === undefined ? [] : unlistedValues(values, had, isListed);
  });
  return [...new Set(unlisted)];
}

interface NewValues {
  /** Where they come from; undefined: the marketplace keeps no list. */
  list: ListName | undefined;
  values: readonly string[];
  had: readonly string[];
}

function newValues(card: CardFacts, { before, after }: CardChange): NewValues[] {
  if (after.characteristics === undefined) return [];
  const { subject } = after;
  const definitions: readonly SubjectCharacteristic[] =
    subject === undefined ? card.definitions : (card.definitionsOf.get(subject.id) ?? []);
  const subjectId = subject?.id ?? card.subjectId;
  return after.characteristics.flatMap(({ id, values }) => {
    const definition = definitions.find((one) => one.id === id);
    const had = before.characteristics?.find((one) => one.id === id)?.values ?? [];
    return definition === undefined ? [] : [{ list: listOf(definition, subjectId), values, had }];
  });
}
