import { lazy, Suspense } from 'react';
import type { CardSelection } from '#contract/card-operations.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { BrandFields } from './brand-fields.tsx';
import type { ChangeDrafts, RuleKind } from './change-drafts.ts';
import { CharacteristicFields } from './characteristic-fields.tsx';
import { CostPriceFields } from './cost-price-fields.tsx';
import { DimensionFields } from './dimension-fields.tsx';
import { FloorFields } from './floor-fields.tsx';
import { OwnPriceFields } from './own-price-fields.tsx';
import { PriceFields } from './price-fields.tsx';
import { ReplaceFields } from './replace-fields.tsx';
import { StockFields } from './stock-fields.tsx';
import { TagFields } from './tag-fields.tsx';
import { TemplateFields } from './template-fields.tsx';

/** It shares parts with a card's page: a file between them would cost the first screen its name. */
const WbTagFields = lazy(() =>
  import('./wb-tag-fields.tsx').then((module) => ({ default: module.WbTagFields })),
);

interface ChangeFieldsProps {
  selection: CardSelection;
  kind: RuleKind;
  drafts: ChangeDrafts;
  onChange: (changed: Partial<ChangeDrafts>) => void;
}

/** The form of one kind of change. */
export function ChangeFields({ selection, kind, drafts, onChange }: ChangeFieldsProps) {
  switch (kind) {
    case 'PRICES':
      return <PriceFields draft={drafts.PRICES} onChange={(PRICES) => onChange({ PRICES })} />;
    case 'OWN_PRICES':
      return <OwnPriceFields draft={drafts.OWN_PRICES} onChange={(OWN_PRICES) => onChange({ OWN_PRICES })} />;
    case 'STOCKS':
      return <StockFields draft={drafts.STOCKS} onChange={(STOCKS) => onChange({ STOCKS })} />;
    case 'COST_PRICE':
      return (
        <CostPriceFields draft={drafts.COST_PRICE} onChange={(COST_PRICE) => onChange({ COST_PRICE })} />
      );
    case 'PRICE_FLOOR':
      return <FloorFields draft={drafts.PRICE_FLOOR} onChange={(PRICE_FLOOR) => onChange({ PRICE_FLOOR })} />;
    case 'BRAND':
      return <BrandFields draft={drafts.BRAND} onChange={(BRAND) => onChange({ BRAND })} />;
    case 'DIMENSIONS':
      return (
        <DimensionFields draft={drafts.DIMENSIONS} onChange={(DIMENSIONS) => onChange({ DIMENSIONS })} />
      );
    case 'CHARACTERISTIC':
      return (
        <CharacteristicFields
          selection={selection}
          draft={drafts.CHARACTERISTIC}
          onChange={(CHARACTERISTIC) => onChange({ CHARACTERISTIC })}
        />
      );
    case 'TAGS':
      return <TagFields draft={drafts.TAGS} onChange={(TAGS) => onChange({ TAGS })} />;
    case 'WB_TAGS':
      return (
        <Suspense fallback={<Skeleton className="h-8 w-full" />}>
          <WbTagFields draft={drafts.WB_TAGS} onChange={(WB_TAGS) => onChange({ WB_TAGS })} />
        </Suspense>
      );
    case 'TEMPLATE':
      return (
        <TemplateFields
          selection={selection}
          draft={drafts.TEMPLATE}
          onChange={(TEMPLATE) => onChange({ TEMPLATE })}
        />
      );
    case 'REPLACE':
      return <ReplaceFields draft={drafts.REPLACE} onChange={(REPLACE) => onChange({ REPLACE })} />;
  }
}
