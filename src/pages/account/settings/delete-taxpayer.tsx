import { useDeleteTaxpayer } from '#api/taxpayers.ts';
import type { Taxpayer } from '#contract/taxpayers.ts';
import type { ProfileShop } from '#contract/users.ts';
import { inQuotes } from '#lib/text.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { showToast } from '#ui/toast-store.ts';

interface DeleteTaxpayerProps {
  taxpayer: Taxpayer;
  all: readonly Taxpayer[];
  shops: readonly ProfileShop[];
  onClose: () => void;
}

/** Says whose its shops become, and that profit is counted anew. */
export function DeleteTaxpayer({ taxpayer, all, shops, onClose }: DeleteTaxpayerProps) {
  const { mutateAsync: remove, isPending } = useDeleteTaxpayer();
  const heir = all.find(({ isDefault }) => isDefault);
  const names = shops.filter(({ id }) => taxpayer.shopIds.includes(id)).map(({ name }) => inQuotes(name));
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      loading={isPending}
      title={`Удалить налогоплательщика ${inQuotes(taxpayer.name)}?`}
      confirmLabel="Удалить налогоплательщика"
      onConfirm={() =>
        void remove(taxpayer).then(
          () => {
            showToast({ type: 'success', text: 'Налогоплательщик удалён. Прибыль пересчитается' });
            onClose();
          },
          // What went wrong has been told; what he is now is on the screen.
          onClose,
        )
      }
    >
      <p>
        {names.length > 0
          ? `${goesOver(names)} к ${inQuotes(heir?.name ?? '')}: налог за все дни пересчитается по его ставкам.`
          : 'Магазинов у него нет: прибыль не изменится.'}
      </p>
    </ConfirmDialog>
  );
}

function goesOver(names: readonly string[]): string {
  return names.length === 1 ? `Магазин ${names[0]} перейдёт` : `Магазины ${names.join(', ')} перейдут`;
}
