import { useState } from 'react';
import { useAddShopToken } from '#api/shops.ts';
import type { Shop } from '#contract/shops.ts';
import { inQuotes } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/toast-store.ts';
import { TokenField, tokenTextError } from './token-field.tsx';
import { tokenRefusal } from './token-refusal.ts';

export function AddTokenDialog({ shop, onClose }: { shop: Shop; onClose: () => void }) {
  const [token, setToken] = useState('');
  const [hasTried, setTried] = useState(false);
  const add = useAddShopToken();

  const textError = tokenTextError(token);
  const submit = () => {
    setTried(true);
    if (textError || add.isPending) return;
    add.mutate(
      { shopId: shop.id, token },
      {
        onSuccess() {
          showToast({ type: 'success', text: 'Токен добавлен' });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!add.isPending}
      onSubmit={submit}
      title="Новый токен"
      description={`Для магазина ${inQuotes(shop.name)}`}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={add.isPending}>
            Добавить токен
          </Button>
        </>
      }
    >
      <TokenField
        value={token}
        onChange={setToken}
        error={(hasTried ? textError : undefined) ?? tokenRefusal(add.error, 'Не удалось добавить токен')}
      />
    </Dialog>
  );
}
