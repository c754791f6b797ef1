import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCreateBulkEdit } from '#api/bulk-edits.ts';
import { isSelectionChanged } from '#api/cards.ts';
import type { BulkRule } from '#contract/bulk-edits.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Segmented } from '#ui/segmented.tsx';
import { CostPriceFields } from './cost-price-fields.tsx';
import {
  amountDraftOf,
  costPriceChangeOf,
  EMPTY_COST_DRAFT,
  EMPTY_PRICE_DRAFT,
  priceChangeOf,
  priceDraftOf,
} from './price-draft.ts';
import { PriceFields } from './price-fields.tsx';
import { EMPTY_REPLACEMENT, ReplaceFields, replacementOf } from './replace-fields.tsx';

interface BulkChangeDialogProps {
  selection: CardSelection;
  cardCount: number;
  /** What was wanted before. */
  change?: BulkRule;
  onClose: () => void;
  /** The server refused: what was chosen is not what it was. It has said so; the choice is to be made again. */
  onSelectionChanged?: () => void;
}

/** What is to change at all the chosen cards. Leads to what would become of each: nothing changes before that. */
export function BulkChangeDialog({
  selection,
  cardCount,
  change: before,
  onClose,
  onSelectionChanged,
}: BulkChangeDialogProps) {
  const [kind, setKind] = useState<BulkRule['kind']>(before?.kind ?? 'PRICES');
  const [prices, setPrices] = useState(before?.kind === 'PRICES' ? priceDraftOf(before) : EMPTY_PRICE_DRAFT);
  const [cost, setCost] = useState(
    before?.kind === 'COST_PRICE' ? amountDraftOf(before.costPrice) : EMPTY_COST_DRAFT,
  );
  const [replacement, setReplacement] = useState(before?.kind === 'REPLACE' ? before : EMPTY_REPLACEMENT);
  const create = useCreateBulkEdit();
  const navigate = useNavigate();
  const onlineOnly = useOnlineOnly();
  const changes = {
    PRICES: () => priceChangeOf(prices),
    COST_PRICE: () => costPriceChangeOf(cost),
    REPLACE: () => replacementOf(replacement),
  };
  const change = changes[kind]();
  const problem = 'problem' in change ? change.problem : null;

  const prepare = () => {
    if ('problem' in change || create.isPending) return;
    create.mutate(
      { selection, change },
      {
        onSuccess: ({ id }) => {
          onClose();
          void navigate(hrefTo.bulkEdit({ id }));
        },
        onError: (error) => {
          if (isSelectionChanged(error)) onSelectionChanged?.();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={prepare}
      isDismissible={!create.isPending}
      size="lg"
      title={`Изменить ${countOf(cardCount, ['карточку', 'карточки', 'карточек'])}`}
      description="Сначала покажем, что станет с каждой карточкой. До подтверждения ничего не изменится."
      footer={
        <>
          <Button onClick={onClose} disabledReason={create.isPending ? 'Карточки просматриваются' : null}>
            Отмена
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={create.isPending}
            disabledReason={onlineOnly('Карточки меняются сразу у многих только при связи') ?? problem}
          >
            Посмотреть изменения
          </Button>
        </>
      }
    >
      <Segmented
        label="Что изменить"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'PRICES', label: 'Цены и скидки' },
          { value: 'COST_PRICE', label: 'Себестоимость' },
          { value: 'REPLACE', label: 'Найти и заменить' },
        ]}
        className="mb-4"
      />
      {kind === 'PRICES' ? <PriceFields draft={prices} onChange={setPrices} /> : null}
      {kind === 'COST_PRICE' ? <CostPriceFields draft={cost} onChange={setCost} /> : null}
      {kind === 'REPLACE' ? <ReplaceFields draft={replacement} onChange={setReplacement} /> : null}
    </Dialog>
  );
}
