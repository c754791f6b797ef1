import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatAsOf } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { addDraft } from '#offline/drafts/form-drafts.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { isTemporaryId, type OutboxRecord } from '#offline/outbox/outbox-record.ts';
import { useOutbox, useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { outbox } from '#offline/outbox/user-outbox.ts';
import { emptyCard, NEW_CARD_DRAFT_KEY, newCardDraftSchema } from '#offline/drafts/card-draft.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Link } from '#ui/link.tsx';
import { Status, type StatusTone } from '#ui/status.tsx';
import { showToast } from '#ui/toast-store.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { fieldLabels } from './field-texts.ts';
import { tellSaved, tellSaveFailure } from './tell-saved.ts';

const CHANGE_FORMS = ['изменение', 'изменения', 'изменений'] as const;

/** «Ждут отправки»: what is on this device and not on the server yet, each with what can be done about it. */
export function OutboxDialog({ onClose }: { onClose: () => void }) {
  const { records, unreadable } = useOutboxContent();
  const { isSending, total } = useOutbox();
  const [toRemove, setToRemove] = useState<OutboxRecord | string | null>(null);
  const [asked, setAsked] = useState<OutboxRecord | null>(null);
  const onlineOnly = useOnlineOnly();

  const remove = async (id: string) => {
    setToRemove(null);
    const isDone = await outbox.discard(id).catch(() => false);
    if (!isDone) showToast({ type: 'warning', text: 'Изменение уже отправляется: его не остановить' });
  };
  const resolve = async (record: OutboxRecord, mineFields: string[]) => {
    setAsked(null);
    try {
      tellSaved(await outbox.resolveConflict(record.id, mineFields));
    } catch (error) {
      tellSaveFailure(error, 'Не удалось сохранить выбор');
    }
  };

  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      title="Ждут отправки"
      description={
        total > 0
          ? `${countOf(total, CHANGE_FORMS)} на этом устройстве. Цены, остатки и отправки сюда не попадают.`
          : undefined
      }
      footer={
        <>
          <Button onClick={onClose}>Закрыть</Button>
          {records.some(({ state }) => state === 'queued' || state === 'sending') ? (
            <Button
              variant="primary"
              loading={isSending}
              disabledReason={onlineOnly('Нет связи: отправится само, когда она появится')}
              onClick={() => void outbox.flush()}
            >
              Отправить сейчас
            </Button>
          ) : null}
        </>
      }
    >
      {total === 0 ? (
        <EmptyState icon="check" title="Всё отправлено" text="Все изменения уже на сервере." />
      ) : (
        <ul aria-live="polite" className="flex flex-col">
          {records
            .toSorted((a, b) => a.sequence - b.sequence)
            .map((record) => (
              <WaitingRecord
                key={record.id}
                record={record}
                onChoose={() => setAsked(record)}
                onDiscard={() => setToRemove(record)}
                onLeave={onClose}
              />
            ))}
          {unreadable.map((id) => (
            <li key={id} className="flex flex-wrap items-center gap-3 border-b border-line-soft py-3">
              <span className="min-w-0 grow">
                Изменение из другой версии приложения: отправится после обновления
              </span>
              <Button size="sm" variant="ghost" onClick={() => setToRemove(id)}>
                Удалить
              </Button>
            </li>
          ))}
        </ul>
      )}
      {toRemove !== null ? (
        <ConfirmDialog
          open
          isDangerous
          title="Удалить изменение?"
          confirmLabel="Удалить"
          onClose={() => setToRemove(null)}
          onConfirm={() => void remove(typeof toRemove === 'string' ? toRemove : toRemove.id)}
        >
          {typeof toRemove !== 'string' && toRemove.isUncertain
            ? 'Ответа сервера не было: возможно, изменение уже применилось. Если нет — оно пропадёт.'
            : 'Оно есть только на этом устройстве и пропадёт.'}
        </ConfirmDialog>
      ) : null}
      {asked?.conflict ? (
        <ConflictDialog
          entity={asked.entity}
          fields={asked.conflict.fields}
          base={asked.base}
          mine={asked.patch}
          theirs={asked.conflict.theirs}
          onClose={() => setAsked(null)}
          onResolve={(mineFields) => void resolve(asked, mineFields)}
        />
      ) : null}
    </Dialog>
  );
}

interface WaitingRecordProps {
  record: OutboxRecord;
  onChoose: () => void;
  onDiscard: () => void;
  onLeave: () => void;
}

function WaitingRecord({ record, onChoose, onDiscard, onLeave }: WaitingRecordProps) {
  const { state, failure } = record;
  const { tone, text } = statusOf(record);
  const address = isGoneCard(record) ? null : addressOf(record);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line-soft py-3 last:border-b-0">
      <div className="min-w-0 grow basis-60">
        {address ? (
          <Link to={address} onClick={onLeave} className="font-medium hover:text-accent-ink">
            {nameOf(record)}
          </Link>
        ) : (
          <span className="font-medium">{nameOf(record)}</span>
        )}
        <p className="text-sm break-words text-muted">
          {whatOf(record)} · {formatAsOf(record.createdAt)}
        </p>
        {failure && state !== 'sending' ? (
          <p className={`text-sm ${state === 'rejected' ? 'text-red' : 'text-muted'}`}>
            {failureText(record)}
          </p>
        ) : null}
      </div>
      <Status tone={tone}>{text}</Status>
      {state === 'conflict' ? (
        <Button size="sm" variant="primary" onClick={onChoose}>
          Выбрать
        </Button>
      ) : null}
      {state === 'rejected' ? <SecondTry record={record} onLeave={onLeave} /> : null}
      <Button
        size="sm"
        variant="ghost"
        onClick={onDiscard}
        disabledReason={state === 'sending' ? 'Уже отправляется' : null}
      >
        Удалить
      </Button>
    </li>
  );
}

function SecondTry({ record, onLeave }: { record: OutboxRecord; onLeave: () => void }) {
  const navigate = useNavigate();
  if (!isGoneCard(record)) {
    return (
      <Button size="sm" onClick={() => void outbox.retry(record.id)}>
        Повторить
      </Button>
    );
  }
  return (
    <Button
      size="sm"
      onClick={() => {
        void recreateCard(record).then((isKept) => isKept && navigate(paths.cardCreate));
        onLeave();
      }}
    >
      Создать заново
    </Button>
  );
}

function nameOf({ entity, title }: OutboxRecord): string {
  if (entity === 'settings') return 'Настройки';
  if (entity === 'taxpayer') return `Налогоплательщик «${title}»`;
  return entity === 'card' ? `Карточка «${title}»` : `Группа складов «${title}»`;
}

function whatOf({ entity, kind, patch }: OutboxRecord): string {
  if (kind === 'create') return 'Создать';
  return kind === 'delete' ? 'Удалить' : `Изменить: ${fieldLabels(entity, patch)}`;
}

function statusOf({ state }: OutboxRecord): { tone: StatusTone; text: string } {
  switch (state) {
    case 'queued':
      return { tone: 'orange', text: 'Ждёт' };
    case 'sending':
      return { tone: 'orange', text: 'Отправляется' };
    case 'conflict':
      return { tone: 'red', text: 'Изменено в другом месте' };
    case 'rejected':
      return { tone: 'red', text: 'Не принято' };
  }
}

function failureText(record: OutboxRecord): string {
  const { failure } = record;
  if (failure?.kind === 'network') return 'Не было связи: попробуем ещё раз';
  if (failure?.kind === 'session') return 'Нужно войти заново';
  if (isGoneCard(record)) {
    return 'Карточки больше нет: её удалили в другом месте';
  }
  return failure?.detail.join('; ') ?? '';
}

function isGoneCard({ entity, kind, state, failure }: OutboxRecord): boolean {
  const isEdit = entity === 'card' && kind === 'update';
  return isEdit && state === 'rejected' && failure?.status === 404;
}

/** A card that is gone becomes the draft of a new one, with the edits. False when the device does not keep it. */
async function recreateCard(record: OutboxRecord): Promise<boolean> {
  const { subjectName, ...known } = record.whole ?? {};
  try {
    const draft = {
      content: { ...emptyCard, ...known, ...record.patch },
      subjectName: typeof subjectName === 'string' ? subjectName : '',
    };
    await addDraft(NEW_CARD_DRAFT_KEY, newCardDraftSchema, draft);
    return await outbox.discard(record.id);
  } catch (error) {
    tellSaveFailure(error, 'Не удалось сохранить черновик — скопируйте текст');
    return false;
  }
}

function addressOf({ entity, entityId }: OutboxRecord): string | null {
  if (entity === 'settings' || entity === 'taxpayer') return paths.settings;
  if (entity === 'warehouseGroup') return paths.warehouses;
  return isTemporaryId(entityId) ? hrefTo.newCard({ local: entityId }) : hrefTo.card({ id: entityId });
}
