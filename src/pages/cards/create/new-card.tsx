import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { userQueries } from '#api/users.ts';
import { defaultSettings } from '#contract/users.ts';
import { canReachServer, useConnectivity } from '#offline/connection/connectivity.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
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
import { CheckPanel } from '#pages/cards/form/check-panel.tsx';
import { CardFormContext } from '#pages/cards/form/form-context.ts';
import { MediaNote } from '#pages/cards/form/media-note.tsx';
import { PricesPanel } from '#pages/cards/form/prices-panel.tsx';
import { useCardCheck } from '#pages/cards/form/use-card-check.ts';
import { useCardMedia } from '#pages/cards/form/use-card-media.ts';
import { leadToError, useFocusField } from '#pages/cards/form/use-focus-field.ts';
import { paths } from '#lib/paths.ts';
import { FirstChoice } from './first-choice.tsx';
import { useNewCard } from './use-new-card.ts';

/** The form has an address of its own: `CardCreatePage` reads it. */
const FORM_SEARCH = '?step=form';

interface NewCardProps {
  /** Of a card that waits on this device; 0: of none. */
  temporaryId: number;
  /** Past the first choice. */
  isForm: boolean;
}

/** The first choice and the form are one card: going back to the choice loses nothing that was typed. */
export function NewCard({ temporaryId, isForm }: NewCardProps) {
  const { data: profile } = useQuery(userQueries.me());
  const waiting = useEntityOutbox('card', temporaryId);
  const settings = withWaitingSettings(profile?.settings ?? defaultSettings, useOutboxContent());
  const isReachable = canReachServer(useConnectivity());
  const isOnDevice = waiting.records.length > 0;
  const navigate = useNavigate();
  const { form, subjectName, nameSubject, isDirty, isSaving, draft, restore, fill, save } = useNewCard({
    defaultDiscount: profile ? settings.defaultDiscount : 0,
    waiting: waiting.records,
    onWrong: (errors) => leadToError(errors),
  });
  const media = useCardMedia(form);
  const shops = profile?.shops ?? [];
  const checking = useCardCheck({ id: null, shopIds: shops.map(({ id }) => id) }, form);
  const onlineOnly = useOnlineOnly();
  const [isChosen, setChosen] = useState(false);
  const openForm = () => {
    setChosen(true);
    void navigate({ search: FORM_SEARCH });
  };
  // What was pressed is gone: the keyboard goes on in the form.
  useFocusField(isForm && isChosen ? 'title' : null);

  return (
    <>
      {isForm ? (
        <PageHeader
          title="Новая карточка"
          subtitle={
            <>
              <WaitingNote waiting={waiting} />
              <MediaNote media={media} />
            </>
          }
          actions={
            <>
              {isOnDevice ? null : (
                <LinkButton to={paths.cardCreate} variant="ghost" icon="arrow-left">
                  Другой способ
                </LinkButton>
              )}
              <Button
                loading={checking.isRunning}
                onClick={checking.run}
                disabledReason={onlineOnly('Проверка доступна только при связи')}
              >
                Проверить
              </Button>
              <Button variant="primary" loading={isSaving} onClick={save} disabledReason={media.waitReason}>
                {saveLabel(isOnDevice, isReachable)}
              </Button>
            </>
          }
        />
      ) : (
        <PageHeader title="Новая карточка" subtitle="С чего начать?" />
      )}
      <div className="mt-4">
        <DraftNotice
          draft={draft}
          onRestore={(restored) => {
            restore(restored);
            if (!isForm) openForm();
          }}
        />
        {isForm && checking.found ? (
          <CheckPanel
            problems={checking.found}
            shops={shops}
            isOutdated={checking.isOutdated}
            nextStep="Карточку можно создавать."
            onClose={checking.close}
          />
        ) : null}
        {isForm ? (
          <ContentForm
            form={form}
            media={media}
            subject={{ id: form.values.subjectId, name: subjectName }}
            onSubject={({ name }) => nameSubject(name)}
            side={
              <CardFormContext value={form}>
                <PricesPanel inShops={[]} shops={[]} />
              </CardFormContext>
            }
          />
        ) : (
          <FirstChoice
            isBegun={isDirty}
            hasReseller={profile?.resellupId !== undefined}
            onOpenForm={openForm}
            onStart={(patch, name) => {
              fill(patch, name);
              openForm();
            }}
          />
        )}
      </div>
      <UnsavedGuard
        isDirty={isDirty && !isSaving}
        underWay={media.waitReason}
        isKeptAsDraft={userDrafts() !== undefined && !draft.hasFailed}
      />
    </>
  );
}

function saveLabel(isOnDevice: boolean, isReachable: boolean): string {
  if (isOnDevice) return 'Сохранить';
  return isReachable ? 'Создать карточку' : 'Сохранить на устройстве';
}
