import { useState } from 'react';
import { useCreateTaxpayer } from '#api/taxpayers.ts';
import type { Taxpayer } from '#contract/taxpayers.ts';
import type { ProfileShop } from '#contract/users.ts';
import { stripLineBreaks } from '#lib/text.ts';
import { nameErrorOf } from '#pages/account/name-error.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ShopOwnership } from './shop-ownership.tsx';

interface NewTaxpayerDialogProps {
  all: readonly Taxpayer[];
  shops: readonly ProfileShop[];
  onClose: () => void;
}

/** A name and shops; the rates begin as the default one's, and are changed in the panel. */
export function NewTaxpayerDialog({ all, shops, onClose }: NewTaxpayerDialogProps) {
  const [name, setName] = useState('');
  const [shopIds, setShopIds] = useState<number[]>([]);
  const [hasTried, setTried] = useState(false);
  const { mutateAsync: create, isPending } = useCreateTaxpayer();
  const cleanName = stripLineBreaks(name);
  const isThere = all.some((one) => one.name.toLowerCase() === cleanName.toLowerCase());
  const nameError = nameErrorOf(cleanName) ?? (isThere ? 'Такой налогоплательщик уже есть' : undefined);
  const taxRates = all.find(({ isDefault }) => isDefault)?.taxRates ?? [];

  const submit = () => {
    setTried(true);
    if (nameError || isPending) return;
    void create({ name: cleanName, shopIds, taxRates }).then(
      () => {
        showToast({ type: 'success', text: 'Налогоплательщик добавлен. Проверьте его ставки' });
        onClose();
      },
      // What went wrong has been told; what was typed stays.
      () => undefined,
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!isPending}
      onSubmit={submit}
      title="Новый налогоплательщик"
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={isPending}>
            Добавить
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Field
          label="Название"
          hint="Как в договоре: «ИП Иванов» или «ООО «Тёплый Дом»»"
          error={hasTried ? nameError : undefined}
          isRequired
        >
          <TextInput value={name} onChange={setName} />
        </Field>
        <ShopOwnership shops={shops} chosen={shopIds} others={all} onChange={setShopIds} />
        <p className="text-sm text-muted">Ставки будут как у основного: их можно изменить после.</p>
      </div>
    </Dialog>
  );
}
