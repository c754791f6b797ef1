import { differenceOf, type TextPart } from '#lib/text-difference.ts';

/** Characters of a long text shown on either side of what changes. */
export const SHOWN_AROUND = 40;

interface TextChangeProps {
  before: string;
  after: string;
  /** What is marked; what differs unless said. */
  parts?: { was: readonly TextPart[]; is: readonly TextPart[] };
}

/** A text as it was and as it is to be, with what differs marked. */
export function TextChange({ before, after, parts }: TextChangeProps) {
  if (before === after) return <span className="text-muted">без изменений</span>;
  const { was, is } = parts ?? {
    was: differenceOf(after, before, SHOWN_AROUND),
    is: differenceOf(before, after, SHOWN_AROUND),
  };
  return (
    <span className="block text-left wrap-anywhere">
      <del className="block text-sm text-muted">
        <Marked parts={was} tone="bg-red-soft" />
      </del>
      <ins className="block no-underline">
        <Marked parts={is} tone="bg-green-soft" />
      </ins>
    </span>
  );
}

/** A text with its hits marked. */
export function Marked({ parts, tone }: { parts: readonly TextPart[]; tone: string }) {
  let offset = 0;
  return parts.map(({ text, isHit }) => {
    const startsAt = offset;
    offset += text.length;
    return isHit ? (
      <mark key={startsAt} className={`rounded-sm text-inherit ${tone}`}>
        {text}
      </mark>
    ) : (
      text
    );
  });
}
