import { lazy, Suspense, useState } from 'react';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';

const TableEditDialog = lazy(async () => ({
  default: (await import('./table-edit-dialog.tsx')).TableEditDialog,
}));

/** Not on a phone: nobody has a spreadsheet there. */
export function TableEditButton() {
  const [isOpen, setOpen] = useState(false);
  const offline = useOnlineOnly()('Карточки меняются сразу у многих только при связи');
  return (
    <>
      <Button
        variant="ghost"
        icon="upload"
        className="max-md:hidden"
        disabledReason={offline}
        onClick={() => setOpen(true)}
      >
        По таблице
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <TableEditDialog onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </>
  );
}
