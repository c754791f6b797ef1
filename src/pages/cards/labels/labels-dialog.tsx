import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadLabels, labelQueries } from '#api/labels.ts';
import { userQueries } from '#api/users.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { LabelsInput, LabelsPreview } from '#contract/labels.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { useSettled } from '#parts/use-settled.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LabelFields, settingsOf, type LabelDraft } from './label-fields.tsx';
import { LabelsLook } from './labels-look.tsx';
import { OwnCountsList } from './own-counts-list.tsx';
import { ownCountsProblem, type OwnCounts } from './own-counts.ts';
import { isArchive, noFileReason } from './preview-texts.ts';
import { rememberedSettings, rememberSettings } from './remembered-settings.ts';

const TYPING_PAUSE_MS = 300;
const NO_OWN: OwnCounts = new Map();

interface LabelsDialogProps {
  selection: CardSelection;
  /** The barcodes are listed without being asked for: of one card with several. */
  isListOpenAtFirst?: boolean;
  onClose: () => void;
}

/** What stands on the labels and how many there are; shows the file's pages before it is made. */
export function LabelsDialog({ selection, isListOpenAtFirst = false, onClose }: LabelsDialogProps) {
  const { data: profile } = useQuery(userQueries.me());
  const shops = profile?.shops ?? [];
  const [draft, setDraft] = useState<LabelDraft>(() => rememberedSettings(shops));
  const [own, setOwn] = useState(NO_OWN);
  const [isListOpen, setListOpen] = useState(isListOpenAtFirst);
  /** The last that could be printed: what is shown while a number is being typed. */
  const [shown, setShown] = useState(() => ({ settings: rememberedSettings(shops), own: NO_OWN }));
  const settledOwn = useSettled(shown.own, TYPING_PAUSE_MS);
  const onlineOnly = useOnlineOnly();
  const offlineReason = onlineOnly('Этикетки делает сервер: нужна связь');
  const settings = settingsOf(draft);
  const problem = 'problem' in settings ? settings.problem : ownCountsProblem(own);
  const input: LabelsInput = {
    selection,
    settings: shown.settings,
    ...(settledOwn.size > 0
      ? { ownCounts: Array.from(settledOwn, ([barcode, copies]) => ({ barcode, copies })) }
      : {}),
  };
  const preview = useQuery(labelQueries.preview(input));

  const change = (next: LabelDraft) => {
    setDraft(next);
    const nextSettings = settingsOf(next);
    if (!('problem' in nextSettings)) setShown({ ...shown, settings: nextSettings });
  };
  const changeOwn = (next: OwnCounts) => {
    setOwn(next);
    if (ownCountsProblem(next) === null) setShown({ ...shown, own: next });
  };
  const refusal =
    offlineReason ?? problem ?? (settledOwn === shown.own ? null : COUNTING) ?? lookRefusal(preview);
  const download = () => {
    if (refusal !== null) return;
    rememberSettings(shown.settings);
    downloads.start((hooks) => downloadLabels(input, hooks));
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={download}
      size="lg"
      title="Этикетки"
      footer={
        <>
          {/* Whoever sets numbers in a long list sees what they come to; it is said where they are looked at. */}
          <p className="mr-auto self-center tabular-nums" aria-hidden>
            {preview.data && refusal === null ? `Всего ${formatInteger(preview.data.labelCount)}` : ''}
          </p>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" icon="download" disabledReason={refusal}>
            {isArchive(preview.data?.labelCount ?? 0) ? 'Скачать ZIP' : 'Скачать PDF'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          <LabelFields draft={draft} onChange={change} shops={shops} />
          {isListOpen ? (
            <OwnCountsList selection={selection} draft={draft} own={own} onChange={changeOwn} />
          ) : (
            <div>
              <Button size="sm" disabledReason={offlineReason} onClick={() => setListOpen(true)}>
                Указать по карточкам
              </Button>
            </div>
          )}
        </div>
        <LabelsLook input={input} preview={preview} offlineReason={offlineReason} />
      </div>
    </Dialog>
  );
}

const COUNTING = 'Считаем этикетки';

/** Nobody downloads what he has not seen the number of. */
function lookRefusal({
  data,
  isError,
  isPlaceholderData,
}: {
  data: LabelsPreview | undefined;
  isError: boolean;
  isPlaceholderData: boolean;
}): string | null {
  if (isError) return 'Этикетки не посчитаны';
  return data && !isPlaceholderData ? noFileReason(data) : COUNTING;
}
