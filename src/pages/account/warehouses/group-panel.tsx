import { useState } from 'react';
import type { WarehouseGroup } from '#contract/warehouses.ts';
import { useEntityOutbox } from '#offline/outbox/use-outbox.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { formatDateTime } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { WaitingNote } from '#parts/outbox/waiting-note.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { CleanGroupDialog } from './clean-group-dialog.tsx';
import { useSaveGroup } from './use-save-group.ts';
import { byShop, kindLabels } from './warehouse-facts.ts';

interface GroupPanelProps {
  group: WarehouseGroup;
  onEdit: () => void;
}

export function GroupPanel({ group, onEdit }: GroupPanelProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isCleaning, setCleaning] = useState(false);
  const onlineOnly = useOnlineOnly();
  const waiting = useEntityOutbox('warehouseGroup', group.id);
  return (
    <Panel
      title={group.name}
      note={<Badge tone={group.kind === 'CLEANING' ? 'orange' : 'accent'}>{kindLabels[group.kind]}</Badge>}
      actions={
        <>
          {group.kind === 'CLEANING' ? (
            <Button
              size="sm"
              disabledReason={
                onlineOnly('Обнулить остатки можно только при связи') ??
                cleaningRefusal(group, waiting.state !== 'none')
              }
              onClick={() => setCleaning(true)}
            >
              Обнулить остатки
            </Button>
          ) : null}
          <Button size="sm" icon="edit" onClick={onEdit}>
            Изменить
          </Button>
          <IconButton
            size="sm"
            icon="trash"
            label={`Удалить группу «${group.name}»`}
            onClick={() => setDeleting(true)}
          />
        </>
      }
    >
      {group.warehouses.length === 0 ? (
        <p className="text-orange">В группе нет складов: добавьте хотя бы один.</p>
      ) : (
        <dl className="grid gap-x-6 gap-y-2 md:grid-cols-2 lg:grid-cols-3">
          {byShop(group.warehouses).map(({ shopId, shopName, warehouses }) => (
            <div key={shopId} className="min-w-0">
              <dt className="truncate font-medium">{shopName}</dt>
              <dd className="text-ink-2">{warehouses.map(({ name }) => name).join(', ')}</dd>
            </div>
          ))}
        </dl>
      )}
      <p className="mt-3 text-sm text-muted">
        {waiting.state === 'none' ? (
          `Изменена ${formatDateTime(group.updatedAt)}`
        ) : (
          <WaitingNote waiting={waiting} />
        )}
      </p>
      {isDeleting ? <DeleteGroup group={group} onClose={() => setDeleting(false)} /> : null}
      {isCleaning ? <CleanGroupDialog group={group} onClose={() => setCleaning(false)} /> : null}
    </Panel>
  );
}

function DeleteGroup({ group, onClose }: { group: WarehouseGroup; onClose: () => void }) {
  const { remove, isSaving } = useSaveGroup();
  return (
    <ConfirmDialog
      open
      isDangerous
      onClose={onClose}
      loading={isSaving}
      title={`Удалить группу «${group.name}»?`}
      confirmLabel="Удалить группу"
      onConfirm={() => void remove(group).then(onClose)}
    >
      <p>
        {countOf(group.warehouses.length, ['склад', 'склада', 'складов'])} и их остатки не изменятся: удалится
        только группа.
      </p>
    </ConfirmDialog>
  );
}

function cleaningRefusal({ warehouses }: WarehouseGroup, isSaving: boolean): string | null {
  if (isSaving) return 'Сначала дождитесь сохранения группы';
  return warehouses.length === 0 ? 'В группе нет складов' : null;
}
