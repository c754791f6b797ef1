import type { ComponentType, ReactNode } from 'react';

/** One component, or a few that only live together, in all its states. */
export interface Specimen {
  /** As they are called in the code. */
  names: readonly string[];
  Show: ComponentType;
}

export interface Family {
  key: string;
  title: string;
  specimens: readonly Specimen[];
}

interface StateProps {
  name: string;
  /** Takes the whole line, as what fills its place does. */
  isWide?: boolean;
  children: ReactNode;
}

export function State({ name, isWide = false, children }: StateProps) {
  return (
    <div className={isWide ? 'gallery-state gallery-state-wide' : 'gallery-state'}>
      <p className="gallery-state-name">{name}</p>
      {children}
    </div>
  );
}

export const LONG_WORDS =
  'Шарф вязаный из мериносовой шерсти с кистями, двусторонний, в подарочной упаковке, для неё и для него';

/** What no line can be broken in: an address, a code, a key. */
export const LONG_CODE = 'SHARF-MERINO-2026-ZIMA-DVUSTORONNIJ-PODAROCHNAYA-UPAKOVKA-0000001';
