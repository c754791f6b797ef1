import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadLabels, labelQueries } from '#api/labels.ts';
import { userQueries } from '#api/users.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import type { CardSize } from '#contract/cards.ts';
import type { LabelsInput, LabelsPreview } from '#contract/labels.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { LabelFields, settingsOf, type LabelDraft } from './label-fields.tsx';
import { LabelsLook } from './labels-look.tsx';
import { isArchive, noFileReason } from './preview-texts.ts';
import { rememberedSettings, rememberSettings } from './remembered-settings.ts';
import { barcodesOf, SizeChoice } from './size-choice.tsx';

interface LabelsDialogProps {
  selection: CardSelection;
  /** Of the only card, so that some of them can be left out. */
  sizes?: readonly CardSize[];
  onClose: () => void;
}

/** What stands on the labels and how many there are; shows the file's first page before it is made. */
export function LabelsDialog({ selection, sizes = [], onClose }: LabelsDialogProps) {
  const { data: profile } = useQuery(userQueries.me());
  const shops = profile?.shops ?? [];
  const [draft, setDraft] = useState<LabelDraft>(() => rememberedSettings(shops));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  /** The last that could be printed: what is shown while a number is being typed. */
  const [shown, setShown] = useState(() => rememberedSettings(shops));
  const onlineOnly = useOnlineOnly();
  const offlineReason = onlineOnly('Этикетки делает сервер: нужна связь');
  const settings = settingsOf(draft);
  const problem = 'problem' in settings ? settings.problem : null;
  const barcodes = barcodesOf(sizes).filter((barcode) => !left.has(barcode));
  const input: LabelsInput = { selection, settings: shown, ...(left.size > 0 ? { barcodes } : {}) };
  const isNothingChosen = left.size > 0 && barcodes.length === 0;
  const preview = useQuery({ ...labelQueries.preview(input), enabled: !isNothingChosen });

  const change = (next: LabelDraft) => {
    setDraft(next);
    const nextSettings = settingsOf(next);
    if (!('problem' in nextSettings)) setShown(nextSettings);
  };
  const refusal =
    offlineReason ??
    problem ??
    (isNothingChosen ? 'Выберите хотя бы один размер' : null) ??
    lookRefusal(preview);
  const download = () => {
    if (refusal !== null) return;
    rememberSettings(shown);
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
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" icon="download" disabledReason={refusal}>
            {isArchive(preview.data?.labelCount ?? 0) ? 'Скачать ZIP' : 'Скачать PDF'}
          </Button>
        </>
      }
    >
      <div className="grid gap-5 md:grid-cols-[minmax(0,1fr)_minmax(0,20rem)]">
        <div className="flex min-w-0 flex-col gap-4">
          {barcodesOf(sizes).length > 1 ? <SizeChoice sizes={sizes} left={left} onChange={setLeft} /> : null}
          <LabelFields draft={draft} onChange={change} shops={shops} />
        </div>
        <LabelsLook preview={preview} offlineReason={offlineReason} />
      </div>
    </Dialog>
  );
}

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
  return data && !isPlaceholderData ? noFileReason(data) : 'Считаем этикетки';
}
