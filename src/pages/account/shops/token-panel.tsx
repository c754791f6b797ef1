import { useState } from 'react';
import { useRemoveShopToken } from '#api/shops.ts';
import type { Shop, ShopToken } from '#contract/shops.ts';
import { allTokenCategories } from '#contract/users.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { formatDay, moscowDay } from '#lib/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { Status } from '#ui/status.tsx';
import { showToast } from '#ui/toast-store.ts';
import {
  categoryLabels,
  problemLabels,
  tokenExpiry,
  tokenStatus,
  typeConsequences,
  typeLabels,
  workingCategories,
} from './token-facts.ts';

const EXPIRY_TONES = { calm: 'neutral', soon: 'orange', urgent: 'red', expired: 'red' } as const;

export function TokenPanel({ shop, token }: { shop: Shop; token: ShopToken }) {
  const [isRemoving, setRemoving] = useState(false);
  const onlineOnly = useOnlineOnly();
  const expiry = tokenExpiry(token.expiresAt);
  const isWorking = tokenStatus(token) === 'ACTIVE';
  return (
    <Panel
      title={`Токен …${token.last4}`}
      note={
        <>
          <Status tone={isWorking ? 'green' : 'red'}>{isWorking ? 'Активен' : 'Неактивен'}</Status>
          <Badge tone={EXPIRY_TONES[expiry.level]}>{expiry.text}</Badge>
          {token.isReadOnly ? <Badge tone="orange">Только чтение</Badge> : null}
        </>
      }
      actions={
        <Button
          variant="ghost"
          size="sm"
          icon="trash"
          disabledReason={onlineOnly('Удалить токен можно только при связи')}
          onClick={() => setRemoving(true)}
        >
          Удалить
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          {typeLabels[token.type]} токен, добавлен {formatDay(moscowDay(token.createdAt))}.{' '}
          {typeConsequences[token.type]}
        </p>
        {token.isReadOnly ? (
          <Notice tone="warning">
            Токен только для чтения: данные загружаются, но отправить карточки, цены и остатки с ним нельзя.
          </Notice>
        ) : null}
        <ul className="grid gap-x-6 gap-y-2 lg:grid-cols-2">
          {inOrder(token.categories).map(({ category, status, problem }) => (
            <li key={category} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="w-36 shrink-0">{categoryLabels[category]}</span>
              <CategoryStatus status={status} problem={problem} />
              {problem !== null && problem !== 'NOT_COVERED' ? (
                <span className="text-sm text-ink-2">{problemLabels[problem]}</span>
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      {isRemoving ? <RemoveToken shop={shop} token={token} onClose={() => setRemoving(false)} /> : null}
    </Panel>
  );
}

function CategoryStatus({ status, problem }: Omit<ShopToken['categories'][number], 'category'>) {
  if (status === 'ACTIVE') return <Status tone="green">Активен</Status>;
  if (problem === 'NOT_COVERED') return <Status tone="neutral">Не включена</Status>;
  return <Status tone="red">Неактивен</Status>;
}

function inOrder(categories: ShopToken['categories']): ShopToken['categories'] {
  return categories.toSorted(
    (one, other) => allTokenCategories.indexOf(one.category) - allTokenCategories.indexOf(other.category),
  );
}

function RemoveToken({ shop, token, onClose }: { shop: Shop; token: ShopToken; onClose: () => void }) {
  const remove = useRemoveShopToken();
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      loading={remove.isPending}
      title={`Удалить токен …${token.last4}?`}
      confirmLabel="Удалить токен"
      onConfirm={() =>
        remove.mutate(
          { shopId: shop.id, tokenId: token.id },
          {
            onSuccess() {
              showToast({ type: 'success', text: 'Токен удалён' });
              onClose();
            },
          },
        )
      }
    >
      <p>
        {whatStops(shop, token)} Карточки магазина останутся. Вернуть токен можно, только вставив его заново.
      </p>
    </ConfirmDialog>
  );
}

/** Of what the token opens, that which no other token of the shop does. */
function whatStops({ tokens }: Shop, token: ShopToken): string {
  const opened = workingCategories({ tokens: [token] });
  if (opened.size === 0) return 'Он и сейчас ничего не открывает.';
  const left = workingCategories({ tokens: tokens.filter(({ id }) => id !== token.id) });
  const stopped = allTokenCategories.filter((category) => opened.has(category) && !left.has(category));
  if (stopped.length === 0) return 'Всё, что он открывает, открывают и другие токены магазина.';
  return `Перестанут работать: ${stopped.map((category) => `«${categoryLabels[category]}»`).join(', ')}.`;
}
