import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { directoryQueries } from '#api/card-form.ts';
import type { DirectoryValue, SubjectCharacteristic } from '#contract/subjects.ts';
import { foldWord, type Suggestion, type SuggestionGroup } from '#ui/suggestions.ts';

interface ValueSuggestions {
  groups: SuggestionGroup[];
  /** True of a value that the marketplace's list of them does not have. */
  isOdd: (value: string) => boolean;
  /** Somebody begins to type: what the account's own cards have is asked for. */
  ask: () => void;
}

/** What a characteristic may be: the marketplace's list where it keeps one, and what the account's own cards have. */
export function useValueSuggestions(
  subjectId: number,
  { id, directory }: SubjectCharacteristic,
): ValueSuggestions {
  const [isAsked, setAsked] = useState(false);
  const { data = [] } = useQuery({
    ...directoryQueries.values(directory ?? 'COLORS'),
    enabled: directory !== undefined,
  });
  const { data: used } = useQuery({ ...directoryQueries.usedValues(subjectId), enabled: isAsked });
  const listed = directory === undefined ? [] : data;
  const own = used?.characteristics.find((one) => one.id === id)?.values ?? [];
  const known = new Set(listed.map(({ name }) => foldWord(name)));
  return {
    groups: groupsOf(listed, own),
    isOdd: (value) => known.size > 0 && value.trim() !== '' && !known.has(foldWord(value)),
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

function suggestionOf({ name, parentName }: DirectoryValue): Suggestion {
  const isItsOwnKind = foldWord(parentName) === foldWord(name);
  return { value: name, note: parentName === '' || isItsOwnKind ? undefined : parentName };
}
