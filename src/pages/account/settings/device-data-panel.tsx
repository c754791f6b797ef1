import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '#api/session/session.ts';
import { cacheTags, invalidateTag } from '#api/tags.ts';
import { useClockNote } from '#offline/connection/clock-skew.ts';
import { useOpensOffline } from '#offline/copies/offline-readiness.ts';
import { useOutbox } from '#offline/outbox/use-outbox.ts';
import { protectStorage } from '#offline/install/protect-storage.ts';
import { letAllGo } from '#offline/takings/takings.ts';
import { deleteUserCaches } from '#offline/device/worker-messages.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatBytes } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { showToast } from '#ui/toast-store.ts';
import { CataloguePanel } from './catalogue-panel.tsx';
import { TakingsPanel } from './takings-panel.tsx';
import { FACT_COLUMNS } from './fact-columns.ts';
import { useDeviceStorage, type DeviceStorage } from './device-storage.ts';

const TITLE = 'Данные на этом устройстве';

export function DeviceDataPanel() {
  const { isForeignDevice, user } = useSession();
  if (isForeignDevice || !user) {
    return (
      <Panel title={TITLE}>
        <p className="text-ink-2">Это чужой компьютер: на нём ничего не хранится.</p>
      </Panel>
    );
  }
  return <KeptData userId={user.id} />;
}

function KeptData({ userId }: { userId: number }) {
  const { storage, measure } = useDeviceStorage(userId);
  const { total: unsent } = useOutbox();
  const opensOffline = useOpensOffline();
  const clockNote = useClockNote();
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

  return (
    <Panel title={TITLE}>
      <div className="flex flex-col gap-4">
        <p className="text-ink-2">
          Карточки, отправки и настройки, которые вы открывали, хранятся здесь 7 дней
          {opensOffline ? ' и видны без связи' : ''}. При выходе они удаляются.
        </p>
        <dl className="grid gap-x-6 gap-y-1.5 tabular-nums" style={FACT_COLUMNS}>
          <dt className="text-muted">Сохранено</dt>
          <dd>{storage ? keptText(storage, unsent) : '—'}</dd>
          <dt className="text-muted">Самое раннее</dt>
          <dd>{storage?.since === undefined ? '—' : formatDateTime(storage.since)}</dd>
          <dt className="text-muted">Занято</dt>
          <dd>{storage?.usedBytes === undefined ? 'браузер не сообщает' : formatBytes(storage.usedBytes)}</dd>
          <dt className="text-muted">Защищены от удаления браузером</dt>
          <dd>{yesOrNo(storage?.isProtected ?? false)}</dd>
          <dt className="text-muted">Открывается без связи</dt>
          <dd>{opensOffline === undefined ? '—' : yesOrNo(opensOffline)}</dd>
        </dl>
        {clockNote ? (
          <Notice tone="warning" title={clockNote}>
            Возраст данных считается по этим часам, поэтому может быть неверным. Поправьте время в настройках
            системы: на отправку изменений это не влияет.
          </Notice>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button icon="trash" onClick={() => setClearing(true)}>
            Очистить
          </Button>
          {storage && !storage.isProtected ? (
            <Button variant="ghost" isWrapping onClick={() => void protect()}>
              Защитить от удаления
            </Button>
          ) : null}
        </div>
        <TakingsPanel />
        <CataloguePanel />
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

/** «12 копий, 40 фотографий, 1 черновик, 2 неотправленных изменения» */
function keptText({ copies, photos, drafts, counts }: DeviceStorage, unsent: number): string {
  const parts = [
    countOf(copies, ['копия списков и карточек', 'копии списков и карточек', 'копий списков и карточек']),
    photos > 0 && countOf(photos, ['фотография', 'фотографии', 'фотографий']),
    drafts > 0 && countOf(drafts, ['черновик', 'черновика', 'черновиков']),
    counts > 0 && countOf(counts, ['пересчёт', 'пересчёта', 'пересчётов']),
    unsent > 0 &&
      countOf(unsent, ['неотправленное изменение', 'неотправленных изменения', 'неотправленных изменений']),
  ];
  return parts.filter(Boolean).join(', ');
}

function ClearDeviceData({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const clear = async () => {
    setRunning(true);
    await letAllGo();
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
        Удалятся сохранённые карточки, отправки и фотографии, и взятое с собой: без связи их не будет видно,
        пока вы не откроете их снова. Весь список карточек, если он здесь, убирает его переключатель.
        Черновики и неотправленные изменения останутся, на сервере ничего не изменится.
      </p>
    </ConfirmDialog>
  );
}

function yesOrNo(isSo: boolean): string {
  return isSo ? 'да' : 'нет';
}
