import { differenceOf, type TextPart } from '#lib/text-difference.ts';

/** Characters of a long text shown on either side of what changes. */
const AROUND = 40;

/** A text as it was and as it is to be, with what differs marked. */
export function TextChange({ before, after }: { before: string; after: string }) {
  if (before === after) return <span className="text-muted">без изменений</span>;
  return (
    <span className="block text-left wrap-anywhere">
      <del className="block text-sm text-muted">
        <Marked parts={differenceOf(after, before, AROUND)} tone="bg-red-soft" />
      </del>
      <ins className="block no-underline">
        <Marked parts={differenceOf(before, after, AROUND)} tone="bg-green-soft" />
      </ins>
    </span>
  );
}

function Marked({ parts, tone }: { parts: readonly TextPart[]; tone: string }) {
  return parts.map(({ text, isHit }) =>
    isHit ? (
      <mark key="hit" className={`rounded-sm text-inherit ${tone}`}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
