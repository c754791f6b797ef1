import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_GROUP_CARDS } from '#contract/card-groups.ts';
import { afterSteps, groupsOf, planChange, planUndo, type Member } from './plan.ts';

const CUPS = 812;
const DRESSES = 69;

const member = (cardId: number, imtId: number, subjectId = CUPS): Member => ({
  cardId,
  nmId: 1000 + cardId,
  imtId,
  subjectId,
});
const nmIdsOf = (members: readonly Member[]) =>
  groupsOf(members).map((group) => group.map(({ nmId }) => nmId));
/** Groups as sets: their numbers and their order do not matter. */
const partition = (members: readonly Member[]) =>
  nmIdsOf(members)
    .map((group) => group.join(' '))
    .toSorted();

describe('merging', () => {
  it('takes the chosen cards into the largest of their groups; the others of a smaller one stay', () => {
    const members = [member(1, 5), member(2, 7), member(3, 7), member(4, 8), member(5, 8), member(6, 8)];
    const plan = planChange('MERGE', members, new Set([1, 2, 4]));
    expect(plan).toMatchObject({ steps: [{ targetImtId: 8, nmIds: [1001, 1002] }], refusal: null });
    expect(partition(afterSteps(members, plan.steps))).toEqual(['1001 1002 1004 1005 1006', '1003']);
  });

  it('leaves out cards of another subject, and says so', () => {
    const members = [member(1, 5), member(2, 5), member(3, 7), member(4, 8, DRESSES)];
    const plan = planChange('MERGE', members, new Set([1, 3, 4]));
    expect(plan.steps).toEqual([{ targetImtId: 5, nmIds: [1003] }]);
    expect(plan.refused.get(4)).toMatch(/^Другой предмет/);
    expect(planChange('MERGE', members, new Set([1, 4])).refusal).toMatch(/одного предмета/);
  });

  it('takes no more cards than a group holds', () => {
    const full = Array.from({ length: 28 }, (_, index) => member(index + 1, 5));
    const others = [member(101, 6), member(102, 7), member(103, 8)];
    const chosen = (...ids: number[]) => new Set([1, ...ids]);
    expect(planChange('MERGE', [...full, ...others], chosen(101, 102)).refusal).toBeNull();
    expect(planChange('MERGE', [...full, ...others], chosen(101, 102, 103))).toMatchObject({
      steps: [],
      refusal: 'В склейке помещается до 30 карточек, а получилось бы 31 карточка',
    });
  });

  it('has nothing to do for one card, and for cards that are together', () => {
    expect(planChange('MERGE', [member(1, 5)], new Set([1])).refusal).toBe(
      'В этом магазине из выбранных одна карточка, а нужны хотя бы две',
    );
    expect(planChange('MERGE', [], new Set()).refusal).toBe('Выбранных карточек ещё нет на Wildberries');
    const together = [member(1, 5), member(2, 5)];
    expect(planChange('MERGE', together, new Set([1, 2])).refusal).toBe('Эти карточки уже в одной склейке');
  });
});

describe('splitting', () => {
  it('gives each card a call of its own: those that leave together would stay together', () => {
    const members = [member(1, 5), member(2, 5), member(3, 5), member(4, 9)];
    const plan = planChange('SPLIT', members, new Set([1, 2, 4]));
    expect(plan.steps).toEqual([
      { targetImtId: null, nmIds: [1001] },
      { targetImtId: null, nmIds: [1002] },
    ]);
    expect(plan.refused).toEqual(new Map([[4, 'Не в склейке']]));
  });

  it('leaves the last card of a group where it is', () => {
    const plan = planChange('SPLIT', [member(1, 5), member(2, 5)], new Set([1, 2]));
    expect(plan.steps).toEqual([{ targetImtId: null, nmIds: [1002] }]);
  });
});

describe('for any groups and any choice', () => {
  /** Groups hold one subject each and no more cards than the marketplace allows. */
  const shops = fc
    .array(
      fc.record({
        size: fc.integer({ min: 1, max: MAX_GROUP_CARDS }),
        subject: fc.constantFrom(CUPS, DRESSES),
      }),
      {
        minLength: 1,
        maxLength: 6,
      },
    )
    .chain((groups) => {
      const members = groups.flatMap(({ size, subject }, group) =>
        Array.from({ length: size }, (_, index) => member(group * 100 + index, 10 + group, subject)),
      );
      const chosen = fc.subarray(members.map(({ cardId }) => cardId)).map((ids) => new Set(ids));
      return fc.record({ members: fc.constant(members), chosen });
    });

  it.each(['MERGE', 'SPLIT'] as const)(
    '%s keeps each card in one group of one subject, never over 30',
    (change) => {
      fc.assert(
        fc.property(shops, ({ members, chosen }) => {
          const { steps, refusal } = planChange(change, members, chosen);
          expect(steps.length === 0).toBe(refusal !== null);
          const moved = steps.flatMap(({ nmIds }) => nmIds);
          expect(new Set(moved).size).toBe(moved.length);
          const groups = groupsOf(afterSteps(members, steps));
          expect(
            groups
              .flat()
              .map(({ nmId }) => nmId)
              .toSorted(),
          ).toEqual(members.map(({ nmId }) => nmId).toSorted());
          for (const group of groups) {
            expect(group.length).toBeLessThanOrEqual(MAX_GROUP_CARDS);
            expect(new Set(group.map(({ subjectId }) => subjectId)).size).toBe(1);
          }
        }),
      );
    },
  );

  it('a split leaves each of the chosen cards by itself, after a merge too', () => {
    fc.assert(
      fc.property(shops, ({ members, chosen }) => {
        const merged = afterSteps(members, planChange('MERGE', members, chosen).steps);
        const split = afterSteps(merged, planChange('SPLIT', merged, chosen).steps);
        for (const group of groupsOf(split)) {
          if (group.some(({ cardId }) => chosen.has(cardId))) expect(group).toHaveLength(1);
        }
      }),
    );
  });

  it.each(['MERGE', 'SPLIT'] as const)('what is taken back after %s is as it was', (change) => {
    fc.assert(
      fc.property(shops, ({ members, chosen }) => {
        const { steps } = planChange(change, members, chosen);
        const moved = new Set(steps.flatMap(({ nmIds }) => nmIds));
        const after = afterSteps(members, steps);
        const back = planUndo(
          after,
          members.filter(({ nmId }) => moved.has(nmId)).map(({ nmId, imtId }) => ({ nmId, was: imtId })),
        );
        expect(partition(afterSteps(after, back))).toEqual(partition(members));
      }),
    );
  });
});
