import type { ReactNode } from 'react';
import { CardFormContext, type CardForm } from './form-context.ts';
import { CharacteristicsPanel } from './characteristics-panel.tsx';
import { ContentPanel } from './content-panel.tsx';
import { PackagePanel, SizesPanel } from './package-panel.tsx';
import { PhotosPanel } from './photos-panel.tsx';

interface ContentFormProps {
  form: CardForm;
  subjectName: string;
  /** Below the photos in the side column. */
  side?: ReactNode;
  /** What can be done with the barcodes. */
  sizeActions?: ReactNode;
}

/** What a card is: texts, characteristics, package, sizes, photos. The same for a new card and for an old one. */
export function ContentForm({ form, subjectName, side, sizeActions }: ContentFormProps) {
  return (
    <CardFormContext value={form}>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,23.75rem)]">
        <div className="flex min-w-0 flex-col gap-5">
          <ContentPanel subjectName={subjectName} />
          <CharacteristicsPanel />
          <PackagePanel />
          <SizesPanel actions={sizeActions} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <PhotosPanel />
          {side}
        </div>
      </div>
    </CardFormContext>
  );
}
