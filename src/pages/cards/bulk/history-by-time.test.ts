import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeByTime } from './history-by-time.ts';

/** Times of the entries of a source, the last first, and how many of them come in a part. */
const sourceArbitrary = fc.record({
  times: fc.array(fc.nat(30), { maxLength: 20 }).map((times) => times.sort((a, b) => b - a)),
  partLength: fc.integer({ min: 1, max: 6 }),
});

it('tells every entry of all sources once and by time, and only adds below what was shown', () => {
  fc.assert(
    fc.property(fc.array(sourceArbitrary, { minLength: 1, maxLength: 3 }), (sources) => {
      const all = sources.map(({ times }, source) => times.map((at, n) => ({ key: `${source}-${n}`, at })));
      const readTo = sources.map(({ partLength }) => partLength);
      const read = () =>
        mergeByTime(
          all.map((entries, source) => ({
            entries: entries.slice(0, readTo[source]),
            hasMore: entries.length > (readTo[source] ?? 0),
          })),
        );
      let list = read();
      while (list.readOn.length > 0) {
        for (const source of list.readOn) {
          readTo[source] = (readTo[source] ?? 0) + (sources[source]?.partLength ?? 0);
        }
        const next = read();
        const before = list.shown.map(({ at }) => at);
        expect(next.shown.slice(0, before.length).map(({ at }) => at)).toEqual(before);
        list = next;
      }
      expect(list.shown.map(({ key }) => key).sort()).toEqual(
        all.flatMap((entries) => entries.map(({ key }) => key)).sort(),
      );
      expect(list.shown.map(({ at }) => at)).toEqual(
        all.flatMap((entries) => entries.map(({ at }) => at)).sort((a, b) => b - a),
      );
    }),
  );
});

it('shows more with each part that is read', () => {
  const edits = [10, 9, 8, 7].map((at) => ({ key: `edit-${at}`, at }));
  const moves = [9.5, 1].map((at) => ({ key: `move-${at}`, at }));
  const list = mergeByTime([
    { entries: edits.slice(0, 2), hasMore: true },
    { entries: moves.slice(0, 1), hasMore: true },
  ]);
  expect(list).toEqual({ shown: [edits[0], moves[0]], readOn: [1] });
});

it('tells an entry once that came in two parts', () => {
  const entry = { key: 'edit-1', at: 5 };
  expect(mergeByTime([{ entries: [entry, { ...entry }], hasMore: false }]).shown).toHaveLength(1);
});
