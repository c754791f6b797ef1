import type { Replacement } from '#contract/bulk-rules.ts';
import { replacedParts } from '#contract/find-and-replace.ts';
import type { TextPart } from '#lib/text-difference.ts';

/** Both texts with each place marked that was found; null where the new text is not what the replacement alone comes to. */
export function hitsOf(
  before: string,
  after: string,
  replacement: Replacement,
  around: number,
): { was: TextPart[]; is: TextPart[] } | null {
  const parts = replacedParts(before, replacement);
  // Blanks that are left beside what was taken away are tidied, and are not seen.
  if (asSeen(parts.map((part) => part.after).join('')) !== asSeen(after)) return null;
  return {
    was: shortened(
      parts.map((part) => ({ text: part.before, isHit: part.isHit })),
      around,
    ),
    is: shortened(
      parts.map((part) => ({ text: part.after, isHit: part.isHit })),
      around,
    ),
  };
}

function asSeen(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Of what stands between the marked places only the surroundings. */
function shortened(parts: readonly TextPart[], around: number): TextPart[] {
  return parts
    .map(({ text, isHit }, at) => {
      if (isHit) return { text, isHit };
      const characters = Array.from(text);
      const head = at === 0 ? 0 : around;
      const tail = at === parts.length - 1 ? 0 : around;
      if (characters.length <= head + tail) return { text, isHit };
      const end = tail === 0 ? '' : characters.slice(-tail).join('');
      return { text: `${characters.slice(0, head).join('')}…${end}`, isHit };
    })
    .filter(({ text }) => text !== '');
}
