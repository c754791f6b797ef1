import { useState } from 'react';
import { useCheckShopTokens } from '#api/shops.ts';
import type { Shop } from '#contract/shops.ts';
import { allTokenCategories } from '#contract/users.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Panel } from '#ui/panel.tsx';
import { Status } from '#ui/status.tsx';
import { showToast } from '#ui/toast-store.ts';
import { AddTokenDialog } from './add-token-dialog.tsx';
import { TokenPanel } from './token-panel.tsx';
import { categoryLabels, workingCategories } from './token-facts.ts';

export function ShopTokens({ shop }: { shop: Shop }) {
  const [isAdding, setAdding] = useState(false);
  const check = useCheckShopTokens();
  const onlineOnly = useOnlineOnly();

  const addButton = (
    <Button
      variant="primary"
      icon="plus"
      disabledReason={onlineOnly('Добавить токен можно только при связи')}
      onClick={() => setAdding(true)}
    >
      Добавить токен
    </Button>
  );
  return (
    <div className="flex flex-col gap-4">
      <Panel
        title="Что открыто"
        actions={
          shop.tokens.length > 0 ? (
            <>
              <Button
                icon="refresh"
                loading={check.isPending}
                disabledReason={onlineOnly('Проверить токены можно только при связи')}
                onClick={() =>
                  check.mutate(shop.id, {
                    onSuccess: () => showToast({ type: 'success', text: 'Токены проверены' }),
                  })
                }
              >
                Проверить
              </Button>
              {addButton}
            </>
          ) : null
        }
      >
        <OpenCategories shop={shop} />
      </Panel>
      {shop.tokens.length === 0 ? (
        <EmptyState
          icon="lock"
          title="У магазина нет токенов"
          text="Без токена магазин не обновляется и в него ничего не отправить."
          action={addButton}
        />
      ) : (
        shop.tokens.map((token) => <TokenPanel key={token.id} shop={shop} token={token} />)
      )}
      {isAdding ? <AddTokenDialog shop={shop} onClose={() => setAdding(false)} /> : null}
    </div>
  );
}

/** Each category once, whichever token opens it: it is by categories that the card's tabs work. */
function OpenCategories({ shop }: { shop: Shop }) {
  const working = workingCategories(shop);
  return (
    <ul className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {allTokenCategories.map((category) => (
        <li key={category} className="flex min-w-0 flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span>{categoryLabels[category]}</span>
          {working.has(category) ? (
            <Status tone="green">Активен</Status>
          ) : (
            <Status tone="red">Неактивен</Status>
          )}
        </li>
      ))}
    </ul>
  );
}
