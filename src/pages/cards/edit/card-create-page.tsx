import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { userQueries } from '#api/users.ts';
import { defaultSettings } from '#contract/users.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { withWaitingSettings } from '#offline/outbox/overlay.ts';
import { useEntityOutbox, useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { WaitingNote } from '#parts/outbox/waiting-note.tsx';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { ContentForm } from '#pages/cards/form/card-form.tsx';
import { CardFormContext } from '#pages/cards/form/form-context.ts';
import { PricesPanel } from '#pages/cards/form/prices-panel.tsx';
import { hrefTo, paths } from '#lib/paths.ts';
import { ParsePanel } from './parse-panel.tsx';
import { useNewCard } from './use-new-card.ts';

/** A new card; `?local=-5` is one that waits on this device to be created. */
export function CardCreatePage() {
  const [searchParams] = useSearchParams();
  const text = searchParams.get('local') ?? '';
  const temporaryId = /^-\d{1,16}$/.test(text) ? Number(text) : 0;
  const waiting = useEntityOutbox('card', temporaryId);
  // It was sent while its address was kept: the card has a page of its own now.
  if (temporaryId !== 0 && waiting.realId > 0) {
    return <Navigate to={hrefTo.card({ id: waiting.realId })} replace />;
  }
  // What waits is read from the device a moment after the start: the form begins again with it.
  const isKnown = waiting.records.length > 0;
  return <NewCardForm key={isKnown ? temporaryId : 'new'} temporaryId={temporaryId} />;
}

function NewCardForm({ temporaryId }: { temporaryId: number }) {
  const { data: profile } = useQuery(userQueries.me());
  const waiting = useEntityOutbox('card', temporaryId);
  const settings = withWaitingSettings(profile?.settings ?? defaultSettings, useOutboxContent());
  const isReachable = canReachServer(useConnectivity());
  const isOnDevice = waiting.records.length > 0;
  const { form, subjectName, isDirty, isSaving, draft, restore, fill, save } = useNewCard({
    defaultDiscount: profile ? settings.defaultDiscount : 0,
    waiting: waiting.records,
  });

  return (
    <>
      <PageHeader
        title="Новая карточка"
        subtitle={<WaitingNote waiting={waiting} />}
        actions={
          <>
            {isOnDevice ? null : (
              <LinkButton to={paths.cardImport} variant="ghost" icon="upload" className="max-md:hidden">
                Из файла
              </LinkButton>
            )}
            <Button variant="primary" loading={isSaving} onClick={save}>
              {saveLabel(isOnDevice, isReachable)}
            </Button>
          </>
        }
      />
      <div className="my-4">
        <ParsePanel
          onParsed={({ subjectName: name, shopId: _shopId, nmId: _nmId, ...content }) => fill(content, name)}
          hasReseller={profile?.resellupId !== undefined}
        />
      </div>
      <DraftNotice draft={draft} onRestore={restore} />
      <ContentForm
        form={form}
        subjectName={subjectName}
        side={
          <CardFormContext value={form}>
            <PricesPanel inShops={[]} shops={[]} />
          </CardFormContext>
        }
      />
      <UnsavedGuard
        isDirty={isDirty && !isSaving}
        isKeptAsDraft={userDrafts() !== undefined && !draft.hasFailed}
      />
    </>
  );
}

function saveLabel(isOnDevice: boolean, isReachable: boolean): string {
  if (isOnDevice) return 'Сохранить';
  return isReachable ? 'Создать карточку' : 'Сохранить на устройстве';
}
