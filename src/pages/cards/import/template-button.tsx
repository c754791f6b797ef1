import { useState } from 'react';
import { downloadImportTemplate } from '#api/imports.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { SubjectDialog } from '#pages/cards/form/subject-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { ONLINE_ONLY } from './import-texts.ts';

/** A workbook with the columns of one subject, whose values are chosen from lists. */
export function TemplateButton() {
  const [isOpen, setOpen] = useState(false);
  const offline = useOnlineOnly()(ONLINE_ONLY);
  return (
    <>
      <Button icon="download" disabledReason={offline} onClick={() => setOpen(true)}>
        Скачать шаблон
      </Button>
      {isOpen ? (
        <SubjectDialog
          description="В шаблоне будут столбцы и списки значений этого предмета"
          onClose={() => setOpen(false)}
          onChoose={(id) => {
            setOpen(false);
            downloads.start((hooks) => downloadImportTemplate(id, hooks));
          }}
        />
      ) : null}
    </>
  );
}
