import { MAX_GROUP_CARDS, type GroupChange } from '#contract/card-groups.ts';
import { plural } from '#server/text/plural.ts';

/** Which cards move into which group: the rules of the marketplace, without the marketplace. */

export interface Member {
  cardId: number;
  nmId: number;
  imtId: number;
  subjectId: number;
}

/** One call of the marketplace; without a target its cards become a new group together. */
export interface Step {
  targetImtId: number | null;
  nmIds: number[];
}

interface Plan {
  steps: Step[];
  /** Why a chosen card stays where it is, by its id. */
  refused: Map<number, string>;
  /** Why nothing is done at all. */
  refusal: string | null;
}

/** The members by their groups, the largest first. */
export function groupsOf<M extends Pick<Member, 'imtId' | 'nmId'>>(members: readonly M[]): M[][] {
  const groups = new Map<number, M[]>();
  for (const member of members.toSorted((one, other) => one.nmId - other.nmId)) {
    groups.set(member.imtId, [...(groups.get(member.imtId) ?? []), member]);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

/** `members` are the chosen cards with all that are in their groups. */
export function planChange(
  change: GroupChange,
  members: readonly Member[],
  chosenIds: ReadonlySet<number>,
): Plan {
  return change === 'MERGE' ? planMerge(members, chosenIds) : planSplit(members, chosenIds);
}

/** The chosen cards come into the largest of their groups; who else was in the others stays there. */
function planMerge(members: readonly Member[], chosenIds: ReadonlySet<number>): Plan {
  const refused = new Map<number, string>();
  const nothing = (refusal: string): Plan => ({ steps: [], refused, refusal });
  const target = groupsOf(members).find((group) => group.some(({ cardId }) => chosenIds.has(cardId)));
  if (!target) return nothing('Выбранных карточек ещё нет на Wildberries');
  if (chosenIds.size < 2) return nothing('В этом магазине из выбранных одна карточка, а нужны хотя бы две');
  const { imtId, subjectId } = target[0] ?? { imtId: 0, subjectId: 0 };
  const isOther = (member: Member) => member.subjectId !== subjectId;
  const coming = members.filter((member) => chosenIds.has(member.cardId) && member.imtId !== imtId);
  for (const { cardId } of coming.filter(isOther))
    refused.set(cardId, 'Другой предмет: в одной склейке он один');
  const moving = coming.filter((member) => !isOther(member));
  if (moving.length === 0) {
    return nothing(
      coming.length === 0
        ? 'Эти карточки уже в одной склейке'
        : 'Объединить можно карточки только одного предмета',
    );
  }
  const size = target.length + moving.length;
  if (size > MAX_GROUP_CARDS) {
    const cards = plural(size, ['карточка', 'карточки', 'карточек']);
    return nothing(`В склейке помещается до ${MAX_GROUP_CARDS} карточек, а получилось бы ${cards}`);
  }
  return { steps: [{ targetImtId: imtId, nmIds: moving.map(({ nmId }) => nmId) }], refused, refusal: null };
}

/** Each of the chosen cards is by itself afterwards. The last one of a group keeps its number, so it needs no call. */
function planSplit(members: readonly Member[], chosenIds: ReadonlySet<number>): Plan {
  const refused = new Map<number, string>();
  const steps = groupsOf(members).flatMap((group): Step[] => {
    const leaving = group.filter((member) => chosenIds.has(member.cardId));
    const [only] = group;
    if (group.length === 1 && only && chosenIds.has(only.cardId)) {
      refused.set(only.cardId, 'Не в склейке');
      return [];
    }
    const areAll = leaving.length === group.length;
    return (areAll ? leaving.slice(1) : leaving).map(({ nmId }) => ({ targetImtId: null, nmIds: [nmId] }));
  });
  return { steps, refused, refusal: steps.length === 0 ? 'Выбранные карточки и так не в склейках' : null };
}

/**
 * Puts the moved cards together as they were. A group that is still there takes its cards back; one that all have left cannot
 * have its number again, so its cards become a new group together.
 */
export function planUndo(
  members: readonly Pick<Member, 'nmId' | 'imtId'>[],
  moved: readonly { nmId: number; was: number }[],
): Step[] {
  const isThere = (imtId: number) => members.some((member) => member.imtId === imtId);
  return groupsOf(moved.map(({ nmId, was }) => ({ nmId, imtId: was }))).map((group) => {
    const was = group[0]?.imtId ?? 0;
    return { targetImtId: isThere(was) ? was : null, nmIds: group.map(({ nmId }) => nmId) };
  });
}

/** What the members' groups are after the steps; a new group has a number below zero until the marketplace gives it one. */
export function afterSteps<M extends Pick<Member, 'imtId' | 'nmId'>>(
  members: readonly M[],
  steps: readonly Step[],
): M[] {
  const became = new Map(
    steps.flatMap(({ targetImtId, nmIds }, index) =>
      nmIds.map((nmId) => [nmId, targetImtId ?? -1 - index] as const),
    ),
  );
  return members.map((member) => ({ ...member, imtId: became.get(member.nmId) ?? member.imtId }));
}
