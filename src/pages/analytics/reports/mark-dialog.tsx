import { useState } from 'react';
import { useMarkWeeklyReport } from '#api/weekly-reports.ts';
import { MAX_REPORT_NOTE_LENGTH, reportMarks, type WeeklyReport } from '#contract/weekly-reports.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { MARK_WORDS } from './report-words.ts';

interface MarkDialogProps {
  report: WeeklyReport;
  onClose: () => void;
}

/** «Не оплачен», «Оплачен» or «Спорный», and why. */
export function MarkDialog({ report, onClose }: MarkDialogProps) {
  const [mark, setMark] = useState(report.mark);
  const [note, setNote] = useState(report.note);
  const save = useMarkWeeklyReport(report.id);
  const onlineOnly = useOnlineOnly();
  const isTooLong = note.trim().length > MAX_REPORT_NOTE_LENGTH;
  const disabledReason =
    onlineOnly('Сохранить пометку можно только при связи') ?? (isTooLong ? 'Заметка слишком длинная' : null);
  return (
    <Dialog
      open
      onClose={onClose}
      isDismissible={!save.isPending}
      title={`Отчёт № ${report.reportId}`}
      description="Пометка ваша: Wildberries о ней не узнает, и при обновлении отчёта она останется."
      onSubmit={() => {
        if (disabledReason === null) save.mutate({ mark, note: note.trim() }, { onSuccess: onClose });
      }}
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" loading={save.isPending} disabledReason={disabledReason}>
            Сохранить
          </Button>
        </>
      }
    >
      <RadioGroup
        label="Состояние"
        value={mark}
        onChange={setMark}
        options={reportMarks.map((value) => ({ value, label: MARK_WORDS[value].label }))}
      />
      <Field
        label="Заметка"
        hint="Например, номер обращения в поддержку"
        counter={{ length: note.trim().length, limit: MAX_REPORT_NOTE_LENGTH }}
        className="mt-4"
      >
        <TextArea value={note} onChange={setNote} isInvalid={isTooLong} />
      </Field>
    </Dialog>
  );
}
