import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { useCreateShop } from '#api/shops.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { inQuotes } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { shopSearch } from './shop-address.ts';
import { TokenField, tokenTextError } from './token-field.tsx';
import { tokenRefusal } from './token-refusal.ts';

export function AddShopDialog({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState('');
  const [name, setName] = useState('');
  const [hasTried, setTried] = useState(false);
  const navigate = useNavigate();
  const create = useCreateShop();

  const textError = tokenTextError(token);
  const submit = () => {
    setTried(true);
    if (textError || create.isPending) return;
    const cleanName = stripLineBreaks(name);
    create.mutate(
      {
        body: { token, ...(cleanName === '' ? {} : { name: cleanName }) },
        idempotencyKey: newIdempotencyKey(),
      },
      {
        onSuccess(shop) {
          showToast({
            type: 'success',
            text: `Магазин ${inQuotes(shop.name)} добавлен. Карточки загружаются`,
          });
          onClose();
          void navigate({ search: shopSearch(shop.id, 'tokens') });
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!create.isPending}
      onSubmit={submit}
      title="Новый магазин"
      description="По токену узнаем, чей это магазин, и загрузим его склады и карточки."
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={create.isPending}>
            Добавить магазин
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TokenField
          value={token}
          onChange={setToken}
          error={
            (hasTried ? textError : undefined) ?? tokenRefusal(create.error, 'Не удалось добавить магазин')
          }
        />
        <Field label="Название" hint="Если не указать, возьмём с Wildberries">
          <TextInput value={name} onChange={setName} maxLength={100} />
        </Field>
      </div>
    </Dialog>
  );
}
