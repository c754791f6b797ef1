import type { WbTag, WbTagColor } from '#contract/wb-tags.ts';
import { classNames } from '#lib/class-names.ts';

/** The marketplace's pale colours, with an ink that is read on them; at night the same colours, deeper. */
const COLORS: Record<WbTagColor, string> = {
  D1CFD7: 'bg-[light-dark(#d1cfd7,#45434d)] text-[light-dark(#2f2d36,#e6e4ec)]',
  FEE0E0: 'bg-[light-dark(#fee0e0,#5a2a2d)] text-[light-dark(#7a1f1f,#ffd6d6)]',
  ECDAFF: 'bg-[light-dark(#ecdaff,#45295f)] text-[light-dark(#4f2480,#ecdaff)]',
  E4EAFF: 'bg-[light-dark(#e4eaff,#2a3768)] text-[light-dark(#26397f,#dfe6ff)]',
  DEF1DD: 'bg-[light-dark(#def1dd,#25472a)] text-[light-dark(#1f5423,#d8f0d7)]',
  FFECC7: 'bg-[light-dark(#ffecc7,#54411c)] text-[light-dark(#664400,#ffe6b3)]',
};

/** As the cabinet draws it: a name on its colour. A colour that is new to us is drawn without one. */
export function WbTagChip({ name, color }: Pick<WbTag, 'name' | 'color'>) {
  const known: Record<string, string | undefined> = COLORS;
  return (
    <span
      className={classNames(
        'inline-block max-w-full rounded-md px-2 py-0.5 text-sm wrap-anywhere forced-colors:border',
        known[color] ?? 'bg-black-soft text-ink-2',
      )}
    >
      {name}
    </span>
  );
}
