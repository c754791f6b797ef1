import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { oneCardQueries } from '#api/one-card.ts';
import { userQueries } from '#api/users.ts';
import { priceFields } from '#contract/card-rules.ts';
import { cardTabs, type Card, type CardTab } from '#contract/cards.ts';
import { userDrafts } from '#offline/drafts/user-drafts.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { DataAgeNote } from '#parts/data-age-note.tsx';
import { ConflictDialog } from '#parts/outbox/conflict-dialog.tsx';
import { WaitingNote } from '#parts/outbox/waiting-note.tsx';
import { DraftNotice } from '#parts/draft-notice.tsx';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { UnsavedGuard } from '#parts/unsaved-guard.tsx';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { usePageTitle } from '#ui/page-title.ts';
import { Tabs } from '#ui/tabs.tsx';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { ContentForm } from '#pages/cards/form/card-form.tsx';
import { CheckPanel } from '#pages/cards/form/check-panel.tsx';
import { contentOf } from '#pages/cards/form/card-values.ts';
import { keptThere } from '#pages/cards/form/kept-there.ts';
import { CardFormContext } from '#pages/cards/form/form-context.ts';
import { MediaNote } from '#pages/cards/form/media-note.tsx';
import { PricesPanel } from '#pages/cards/form/prices-panel.tsx';
import { ShopsPanel } from '#pages/cards/form/shops-panel.tsx';
import { StocksPanel } from '#pages/cards/form/stocks-panel.tsx';
import { activeCategories, cardTabLabels, isTabActive } from '#pages/cards/form/token-categories.ts';
import { useCardMedia } from '#pages/cards/form/use-card-media.ts';
import { useCardCheck } from '#pages/cards/form/use-card-check.ts';
import { useComplaint, withComplaint } from '#pages/cards/form/use-complaint.ts';
import { leadToError, useFocusField } from '#pages/cards/form/use-focus-field.ts';
import { likelyShopIds } from '#pages/cards/send/sendable-shops.ts';
import { GroupsPanel } from '#pages/cards/groups/groups-panel.tsx';
import { LabelsButton } from '#pages/cards/labels/labels-button.tsx';
import { WbTagsPanel } from '#pages/cards/wb-tags/wb-tags-panel.tsx';
import { hrefTo, paths } from '#lib/paths.ts';
import { EditorMenu } from './editor-menu.tsx';
import { PRICES_NEED_CONNECTION } from './save-card.ts';
import { useCardEditor } from './use-card-editor.ts';

const SendCardsDialog = lazy(() =>
  import('#pages/cards/send/send-cards-dialog.tsx').then((module) => ({ default: module.SendCardsDialog })),
);
const CardHistoryDialog = lazy(() =>
  import('./card-history-dialog.tsx').then((module) => ({ default: module.CardHistoryDialog })),
);
const CardFigures = lazy(() =>
  import('./card-figures.tsx').then((module) => ({ default: module.CardFigures })),
);

const PRICE_TAB_FIELDS: ReadonlySet<string> = new Set([
  'price',
  ...priceFields,
  'costPriceKopecks',
  'priceFloor',
]);

interface CardEditorProps {
  card: Card;
  query: { data: unknown; dataUpdatedAt: number; isFetching: boolean };
}

export function CardEditor({ card, query }: CardEditorProps) {
  const [tab, openTab, tabAddress] = useCardTab();
  const showField = (field: string) =>
    openTab(PRICE_TAB_FIELDS.has(field) ? 'PRICE_AND_DISCOUNT' : 'CONTENT');
  const editor = useCardEditor(card, (errors) => leadToError(errors, showField));
  const { data: profile } = useQuery(userQueries.me());
  const shopCards = useQuery(oneCardQueries.inShops(card.id));
  const inShops = shopCards.data;
  const shopsProblem = isStuck(shopCards) ? (
    <LoadProblem error={shopCards.error} onRetry={() => void shopCards.refetch()} />
  ) : null;
  const checking = useCardCheck(card, editor);
  const complaint = useComplaint(card.id, editor.values);
  const form = {
    ...editor,
    cardId: card.id,
    kept: keptThere(card, inShops),
    errors: withComplaint(editor.errors, complaint),
  };
  const media = useCardMedia(form);
  const [isSending, setSending] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const onlineOnly = useOnlineOnly();
  const send = async () => {
    if (!editor.isDirty || (await editor.save())) setSending(true);
  };
  const active = activeCategories(profile);
  const shops = profile?.shops ?? [];
  usePageTitle(card.title || 'Без названия');
  useSaveKey(editor.save);

  return (
    <>
      <PageHeader
        before={<CardPhoto src={editor.values.photos[0]} className="mt-1 h-12 w-9 self-start" />}
        title={editor.values.title || 'Без названия'}
        subtitle={
          // Apart by space: a dot between them would begin or end a line of a narrow window.
          <div className="flex min-w-0 flex-wrap items-center gap-x-4">
            <span className="min-w-0 break-words">{card.vendorCode}</span>
            {card.nmId ? (
              <span className="flex items-center gap-1.5">
                nmId {card.nmId}
                <CopyButton text={String(card.nmId)} what="артикул WB" />
              </span>
            ) : null}
            {editor.isDirty ? <span className="text-orange">Не сохранено</span> : null}
            <MediaNote media={media} />
            <WaitingNote waiting={editor.waiting} onChoose={editor.openConflict} />
            {editor.isDirty || editor.waiting.state !== 'none' ? null : <DataAgeNote query={query} />}
            <Button
              size="sm"
              variant="ghost"
              icon="clock"
              // Its text stands where that of the lines above does.
              className="-ml-2.5"
              onClick={() => setHistoryOpen(true)}
            >
              История
            </Button>
          </div>
        }
        actions={
          <>
            <Button
              loading={checking.isRunning}
              onClick={checking.run}
              disabledReason={onlineOnly('Проверка доступна только при связи')}
            >
              Проверить
            </Button>
            {editor.isDirty ? (
              <Button variant="ghost" onClick={editor.reset}>
                Отменить правки
              </Button>
            ) : (
              <LinkButton variant="ghost" to={hrefTo.copiesOf({ id: card.id })}>
                Дублировать
              </LinkButton>
            )}
            <Button
              loading={editor.isSaving}
              onClick={() => void editor.save()}
              disabledReason={editor.isDirty ? null : 'Изменений нет'}
            >
              Сохранить
            </Button>
            <Button
              variant="primary"
              isWrapping
              onClick={() => void send()}
              disabledReason={
                waitingEdits(editor) ??
                (editor.isSaving ? 'Карточка сохраняется' : null) ??
                media.waitReason ??
                onlineOnly('Отправка доступна только при связи')
              }
            >
              {editor.isDirty ? 'Сохранить и отправить' : 'Отправить в магазины'}
            </Button>
            <EditorMenu card={card} isUnsaved={editor.isDirty || waitingEdits(editor) !== null} />
          </>
        }
      />
      <Tabs
        label="Разделы карточки"
        className="my-4"
        isReplacing
        items={cardTabs.map((one) => ({
          key: one,
          label: cardTabLabels[one],
          note: profile && !isTabActive(one, active) ? 'нет токена' : undefined,
          isCurrent: one === tab,
          to: tabAddress(one),
        }))}
      />
      {profile && !isTabActive(tab, active) ? (
        <Notice
          tone="warning"
          className="mb-5"
          title={`Нет активного токена категории «${cardTabLabels[tab]}»`}
          action={
            <LinkButton size="sm" to={paths.shops}>
              К магазинам
            </LinkButton>
          }
        >
          Данные этого раздела не получить и не отправить, пока в одном из магазинов нет такого токена.
        </Notice>
      ) : null}
      <DraftNotice draft={editor.draft} onRestore={editor.restoreDraft} />
      {complaint && complaint.field === null ? (
        <Notice tone="error" className="mb-5">
          {complaint.text}
        </Notice>
      ) : null}
      {checking.found ? (
        <CheckPanel
          problems={checking.found}
          shops={shops}
          isOutdated={checking.isOutdated}
          nextStep="Карточку можно отправлять в магазины."
          onClose={checking.close}
          onShowField={showField}
        />
      ) : null}
      {tab === 'CONTENT' ? (
        <ContentForm
          form={form}
          media={media}
          subject={{ id: card.subjectId, name: card.subjectName }}
          side={
            <>
              <ShopsPanel shops={shops} inShops={inShops} saved={contentOf(card)} problem={shopsProblem} />
              <WbTagsPanel cardId={card.id} shops={shops} inShops={inShops} />
              <GroupsPanel cardId={card.id} />
            </>
          }
          sizeActions={
            <LabelsButton card={card} isUnsaved={editor.isDirty || waitingEdits(editor) !== null} />
          }
        />
      ) : null}
      {tab === 'PRICE_AND_DISCOUNT' ? (
        <CardFormContext value={form}>
          <PricesPanel
            cardId={card.id}
            inShops={inShops}
            shopsProblem={shopsProblem}
            shops={shops}
            disabledReason={onlineOnly(PRICES_NEED_CONNECTION)}
          />
        </CardFormContext>
      ) : null}
      {tab === 'MARKETPLACE' ? <StocksPanel cardId={card.id} /> : null}
      {tab === 'ANALYTICS' || tab === 'STATISTICS' ? (
        <Suspense fallback={null}>
          <CardFigures cardId={card.id} kind={tab} />
        </Suspense>
      ) : null}
      {editor.conflict ? (
        <ConflictDialog
          entity="card"
          fields={editor.conflict.fields}
          base={editor.conflict.base}
          mine={editor.conflict.mine}
          theirs={editor.conflict.theirs}
          onClose={editor.closeConflict}
          onResolve={editor.resolveConflict}
        />
      ) : null}
      {isHistoryOpen ? (
        <Suspense fallback={null}>
          <CardHistoryDialog
            card={card}
            values={editor.values}
            onTakeBack={editor.change}
            onClose={() => setHistoryOpen(false)}
          />
        </Suspense>
      ) : null}
      {isSending ? (
        <Suspense fallback={null}>
          <SendCardsDialog
            selection={{ ids: [card.id] }}
            cardCount={1}
            initialShopIds={likelyShopIds(inShops ?? [], profile?.shops ?? [])}
            onClose={() => setSending(false)}
            onSent={() => setSending(false)}
          />
        </Suspense>
      ) : null}
      <UnsavedGuard
        isDirty={editor.isUnsaved}
        underWay={media.waitReason}
        isKeptAsDraft={userDrafts() !== undefined && !editor.draft.hasFailed}
      />
    </>
  );
}

/** Edits that are only on this device, and that the shops would not get, as a sentence; null: there are none. */
function waitingEdits({ waiting }: ReturnType<typeof useCardEditor>): string | null {
  return waiting.state === 'none' ? null : 'Правки ещё не на сервере: отправится прежняя карточка';
}

/** The chosen tab lives in the address; `?field=` opens the tab of that field and leads to it. */
function useCardTab() {
  const [searchParams, setSearchParams] = useSearchParams();
  const field = searchParams.get('field');
  const named = cardTabs.find((one) => one === searchParams.get('tab'));
  const tab: CardTab =
    named ?? (field !== null && PRICE_TAB_FIELDS.has(field) ? 'PRICE_AND_DISCOUNT' : 'CONTENT');
  useFocusField(field === 'price' ? 'priceKopecks' : field);
  const searchOf = (next: CardTab) => {
    const params = new URLSearchParams(searchParams);
    params.set('tab', next);
    params.delete('field');
    return params;
  };
  // Drawn at once: whoever opens it goes on to a field of it.
  const open = (next: CardTab) => setSearchParams(searchOf(next), { replace: true, flushSync: true });
  return [tab, open, (next: CardTab) => ({ search: searchOf(next).toString() })] as const;
}

/** Ctrl/Cmd+S saves, as everywhere. */
function useSaveKey(save: () => Promise<boolean>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== 'KeyS') return;
      event.preventDefault();
      void save();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [save]);
}
