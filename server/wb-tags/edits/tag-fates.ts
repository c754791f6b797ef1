import type { BulkRowState, EditedFacts } from '#contract/bulk-rows.ts';
import { MAX_WB_TAGS, type WbTag } from '#contract/wb-tags.ts';

/**
 * What is to be done about a card, as the marketplace shows it now. DONE: it has what was wanted, by our call. SPARED: somebody
 * has changed it since. FAILED: the marketplace did not take it. NO_TOKEN: nothing was asked of it. TO_WRITE: its list is to become `tagIds`.
 */
export type TagFate =
  | { kind: 'DONE' }
  | { kind: 'TO_WRITE'; tagIds: number[] }
  | { kind: 'SPARED' | 'FAILED' | 'NO_TOKEN'; remark: string };

interface TagRow {
  before: EditedFacts;
  after: EditedFacts;
}

/**
 * A row is about the tags that are put on or taken off, and about no other: what the card carries besides is written back as it is
 * shown. `wasSending`: it was about to be written before, and nobody has said how that went.
 */
export function tagFate(
  { before, after }: TagRow,
  present: readonly WbTag[],
  { isForward, wasSending }: { isForward: boolean; wasSending: boolean },
): TagFate {
  const [from, to] = isForward ? [before, after] : [after, before];
  const on = missing(to.wbTags ?? [], from.wbTags ?? []);
  const off = missing(from.wbTags ?? [], to.wbTags ?? []);
  const isThere = ({ id }: WbTag) => present.some((tag) => tag.id === id);
  const isUntouched = !on.some(isThere) && off.every(isThere);
  const isAsWanted = on.every(isThere) && !off.some(isThere);
  if (isForward && isAsWanted && wasSending) return { kind: 'DONE' };
  // On the way back it may look done only because the marketplace does not show our change yet.
  if (!isUntouched && (isForward || !isAsWanted)) {
    return {
      kind: 'SPARED',
      remark: remarkOn(
        on.filter(isThere),
        off.filter((tag) => !isThere(tag)),
      ),
    };
  }
  const tags = [...missing(present, off), ...on.filter((tag) => !isThere(tag))];
  if (tags.length > MAX_WB_TAGS) {
    const remark = `На карточке уже ${present.length} ярлыков WB: помещается до ${MAX_WB_TAGS}`;
    return { kind: 'FAILED', remark };
  }
  return { kind: 'TO_WRITE', tagIds: tags.map(({ id }) => id) };
}

function missing(tags: readonly WbTag[], others: readonly WbTag[]): WbTag[] {
  return tags.filter((tag) => !others.some(({ id }) => id === tag.id));
}

function remarkOn(there: readonly WbTag[], gone: readonly WbTag[]): string {
  return [
    ...there.map(({ name }) => `Ярлык «${name}» на карточке уже есть`),
    ...gone.map(({ name }) => `Ярлыка «${name}» на карточке уже нет`),
  ].join('. ');
}

/** What becomes of a row by its fate; null: it has not had its turn. */
export function rowStateOf({ kind }: TagFate, isForward: boolean): SettledState | null {
  if (kind === 'TO_WRITE') return null;
  if (kind === 'DONE') return isForward ? 'APPLIED' : 'ROLLED_BACK';
  if (!isForward) return kind === 'NO_TOKEN' ? 'APPLIED' : 'KEPT';
  return kind === 'SPARED' ? 'CHANGED_SINCE' : 'REFUSED';
}
type SettledState = Exclude<BulkRowState, 'READY' | 'LEFT_OUT'>;
