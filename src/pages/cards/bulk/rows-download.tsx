import { downloadBulkEdit } from '#api/bulk-edit-export.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { FormatItems } from '#parts/exports/format-items.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';

/** The rows of every tab as a file; with a search, those that it finds. */
export function RowsDownload({ editId, search }: { editId: number; search: string }) {
  const offline = useOnlineOnly()('Скачать таблицу можно только при связи');
  return (
    <Menu
      align="end"
      trigger={(props) => (
        <Button {...props} icon="download" className="md:ml-auto">
          {search === '' ? 'Скачать' : 'Скачать найденные'}
        </Button>
      )}
    >
      <FormatItems
        onChoose={(format) =>
          downloads.start((hooks) => downloadBulkEdit({ id: editId, format, search }, hooks))
        }
        disabledReason={offline}
      />
    </Menu>
  );
}
