import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#api/session.ts';
import { cacheTags, invalidateTag } from '#api/tags.ts';
import { deleteUserCaches } from '#offline/worker-messages.ts';
import { formatBytes } from '#lib/numbers.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { protectStorage, useDeviceStorage } from './device-storage.ts';

export function DeviceDataPanel() {
  const { storage, measure } = useDeviceStorage();
  const { isForeignDevice } = useSession();
  const [isClearing, setClearing] = useState(false);

  const protect = async () => {
    const isGranted = await protectStorage();
    await measure();
    if (!isGranted) {
      showToast({
        type: 'info',
        text: 'Браузер не дал защиты. Обычно он даёт её после установки приложения',
      });
    }
  };

  if (isForeignDevice) {
    return (
      <Panel title="Данные на этом устройстве">
        <p className="text-ink-2">Это чужой компьютер: на нём ничего не хранится.</p>
      </Panel>
    );
  }
  return (
    <Panel title="Данные на этом устройстве">
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          Карточки, отправки и настройки, которые вы открывали, хранятся здесь 7 дней и видны без связи. При
          выходе они удаляются.
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          <dt className="text-muted">Занято</dt>
          <dd className="tabular-nums">
            {storage?.usedBytes === undefined ? 'браузер не сообщает' : formatBytes(storage.usedBytes)}
          </dd>
          <dt className="text-muted">Защищены от удаления браузером</dt>
          <dd>{storage?.isProtected ? 'да' : 'нет'}</dd>
        </dl>
        <div className="flex flex-wrap gap-2">
          <Button icon="trash" onClick={() => setClearing(true)}>
            Очистить
          </Button>
          {storage && !storage.isProtected ? (
            <Button variant="ghost" onClick={() => void protect()}>
              Защитить от удаления
            </Button>
          ) : null}
        </div>
      </div>
      {isClearing ? (
        <ClearDeviceData
          onClose={() => {
            setClearing(false);
            void measure();
          }}
        />
      ) : null}
    </Panel>
  );
}

function ClearDeviceData({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const clear = async () => {
    setRunning(true);
    await Promise.all([...cacheTags.map((tag) => invalidateTag(queryClient, tag)), deleteUserCaches()]);
    showToast({ type: 'success', text: 'Данные на этом устройстве удалены' });
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => void clear()}
      loading={isRunning}
      title="Очистить данные на этом устройстве?"
      confirmLabel="Очистить"
    >
      <p>
        Удалятся сохранённые карточки, отправки и фотографии: без связи их не будет видно, пока вы не откроете
        их снова. Черновики и неотправленные изменения останутся, на сервере ничего не изменится.
      </p>
    </ConfirmDialog>
  );
}
