import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import { listedIn } from '#contract/directory-values.ts';
import type { DirectoryValue, SubjectCharacteristic } from '#contract/subjects.ts';
import { isTnved } from '#contract/tnved.ts';
import { foldWord, type Suggestion, type SuggestionGroup } from '#ui/suggestions.ts';

interface ValueSuggestions {
  groups: SuggestionGroup[];
  /** True of a value that the marketplace's list of them does not have. */
  isOdd: (value: string) => boolean;
  /** True of a code under which goods bear the marking «Честный знак». */
  needsMarking: (value: string) => boolean;
  /** Somebody begins to type: what the account's own cards have is asked for. */
  ask: () => void;
}

/** What a characteristic may be: the marketplace's list where it keeps one, and what the account's own cards of these subjects have. */
export function useValueSuggestions(
  subjectIds: readonly number[],
  { id, name, directory }: Pick<SubjectCharacteristic, 'id' | 'name' | 'directory'>,
): ValueSuggestions {
  const [isAsked, setAsked] = useState(false);
  const { data = [] } = useQuery({
    ...directoryQueries.values(directory ?? 'COLORS'),
    enabled: directory !== undefined,
  });
  const codes = useQueries({
    // Not asked and told to be silent: what another field has asked for would be there all the same.
    queries: isTnved({ id, name }) ? subjectIds.map((subjectId) => directoryQueries.tnved(subjectId)) : [],
    combine: (results) => results.flatMap((listed) => listed.data ?? []),
  });
  const own = useQueries({
    queries: subjectIds.map((subjectId) => ({
      ...directoryQueries.usedValues(subjectId),
      enabled: isAsked,
    })),
    combine: (results) =>
      results.flatMap((used) => used.data?.characteristics.find((one) => one.id === id)?.values ?? []),
  });
  const listed = directory === undefined ? codes : data;
  const isListed = listedIn(listed);
  return {
    groups: groupsOf(listed, own),
    isOdd: (value) => value.trim() !== '' && !isListed(value),
    needsMarking: (value) => listed.some((one) => one.name === value.trim() && one.needsMarking === true),
    ask: () => setAsked(true),
  };
}

/** A list of hundreds begins with what the seller has already, the most frequent first. */
export function groupsOf(listed: readonly DirectoryValue[], own: readonly string[]): SuggestionGroup[] {
  const byWord = new Map(listed.map((value) => [foldWord(value.name), value]));
  const ownListed = own.flatMap((value) => byWord.get(foldWord(value)) ?? []);
  const isListed = (value: string) => byWord.has(foldWord(value));
  const group = listed.length > 0 ? 'В ваших карточках, нет в справочнике' : 'В ваших карточках';
  return [
    { label: 'Справочник Wildberries: есть в ваших карточках', options: ownListed.map(suggestionOf) },
    // What stands above is not offered twice.
    { label: 'Справочник Wildberries', options: listed.map(suggestionOf) },
    {
      label: group,
      options: own.filter((value) => !isListed(value)).map((value) => ({ value })),
    },
  ];
}

function suggestionOf({ name, parentName, needsMarking }: DirectoryValue): Suggestion {
  if (needsMarking) return { value: name, note: 'нужна маркировка «Честный знак»' };
  const isItsOwnKind = foldWord(parentName) === foldWord(name);
  return { value: name, note: parentName === '' || isItsOwnKind ? undefined : parentName };
}
