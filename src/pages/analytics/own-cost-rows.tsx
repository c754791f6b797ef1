import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { useDeleteOwnCostRate, useSaveOwnCostRate } from '#api/own-cost-rates.ts';
import { useDeleteOwnCost, useSaveOwnCost } from '#api/own-costs.ts';
import type { OwnCostRate } from '#contract/own-cost-rates.ts';
import type { OwnCost } from '#contract/own-costs.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatKopecks } from '#lib/money.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { showToast } from '#ui/toast-store.ts';
import { costFacts, costTitle, rateFacts, rateText } from './own-cost-texts.ts';

interface RateRowProps {
  rate: OwnCostRate;
  shops: readonly ProfileShop[];
  onEdit: () => void;
}

/** A share of revenue, with what can be done with it. */
export function RateRow({ rate, shops, onEdit }: RateRowProps) {
  const { mutate: remove, isPending } = useDeleteOwnCostRate();
  const { mutate: bringBack } = useSaveOwnCostRate();
  return (
    <EntryRow
      title={costTitle(rate)}
      facts={`от выручки · ${rateFacts(rate, shops)}`}
      amount={rateText(rate)}
      onEdit={onEdit}
      onRemove={(onSuccess) => {
        if (!isPending) remove(rate, { onSuccess });
      }}
      onBringBack={() =>
        bringBack({ rate: null, body: contentOf(rate), idempotencyKey: newIdempotencyKey() })
      }
    />
  );
}

interface CostRowProps {
  cost: OwnCost;
  shops: readonly ProfileShop[];
  onEdit: () => void;
}

/** An amount, with what can be done with it. */
export function CostRow({ cost, shops, onEdit }: CostRowProps) {
  const { mutate: remove, isPending } = useDeleteOwnCost();
  const { mutate: bringBack } = useSaveOwnCost();
  return (
    <EntryRow
      title={costTitle(cost)}
      facts={costFacts(cost, shops)}
      amount={formatKopecks(cost.amountKopecks)}
      onEdit={onEdit}
      onRemove={(onSuccess) => {
        if (!isPending) remove(cost, { onSuccess });
      }}
      onBringBack={() =>
        bringBack({ cost: null, body: contentOf(cost), idempotencyKey: newIdempotencyKey() })
      }
    />
  );
}

interface EntryRowProps {
  title: string;
  facts: string;
  amount: string;
  onEdit: () => void;
  onRemove: (onSuccess: () => void) => void;
  onBringBack: () => void;
}

function EntryRow({ title, facts, amount, onEdit, onRemove, onBringBack }: EntryRowProps) {
  const tellRemoved = () =>
    showToast({
      type: 'success',
      text: `Расход «${title}» удалён`,
      action: { label: 'Вернуть', onClick: onBringBack },
    });
  return (
    <li className="flex items-start gap-2 py-2.5">
      <div className="min-w-0 flex-1">
        <div className="break-words">{title}</div>
        <div className="text-sm break-words text-muted">{facts}</div>
      </div>
      <span className="pt-0.5 font-heading whitespace-nowrap tabular-nums">{amount}</span>
      <IconButton size="sm" icon="edit" label={`Изменить расход «${title}»`} onClick={onEdit} />
      <IconButton
        size="sm"
        icon="trash"
        label={`Удалить расход «${title}»`}
        onClick={() => onRemove(tellRemoved)}
      />
    </li>
  );
}

function contentOf<Said extends { id: number; version: number; updatedAt: string }>(said: Said) {
  const { id: _id, version: _version, updatedAt: _updatedAt, ...content } = said;
  return content;
}
