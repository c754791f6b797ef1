import type { ReactNode } from 'react';
import { CardFormContext, type CardForm } from './form-context.ts';
import { CharacteristicsPanel } from './characteristics-panel.tsx';
import { CompletenessPanel } from './completeness-panel.tsx';
import { ContentPanel, type ContentPanelProps } from './content-panel.tsx';
import { PackagePanel } from './package-panel.tsx';
import { PhotosPanel } from './photos-panel.tsx';
import { SizesPanel } from './sizes-panel.tsx';
import type { CardMedia } from './use-card-media.ts';

interface ContentFormProps extends ContentPanelProps {
  form: CardForm;
  media: CardMedia;
  /** Below the photos in the side column. */
  side?: ReactNode;
  /** What can be done with the barcodes. */
  sizeActions?: ReactNode;
}

/** What a card is: how much of it is filled, texts, characteristics, package, sizes, photos. The same for a new card and for an old one. */
export function ContentForm({ form, media, side, sizeActions, ...ofContent }: ContentFormProps) {
  return (
    <CardFormContext value={form}>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,23.75rem)] lg:grid-rows-[auto_1fr]">
        {/* At the head of the side column; where there is one column, above all. */}
        <div className="min-w-0 empty:hidden lg:col-start-2">
          <CompletenessPanel />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          <ContentPanel {...ofContent} />
          <CharacteristicsPanel />
          <PackagePanel />
          <SizesPanel actions={sizeActions} />
        </div>
        <div className="flex min-w-0 flex-col gap-5 lg:col-start-2">
          <PhotosPanel media={media} />
          {side}
        </div>
      </div>
    </CardFormContext>
  );
}
