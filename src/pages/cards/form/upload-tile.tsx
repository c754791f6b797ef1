import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PhotoUpload } from './use-photo-uploads.ts';

interface UploadTileProps {
  upload: PhotoUpload;
  onRetry: () => void;
  onRemove: () => void;
}

/** A photo on its way, or why it did not arrive. */
export function UploadTile({ upload: { file, error }, onRetry, onRemove }: UploadTileProps) {
  if (error === null) {
    return (
      <li className="flex aspect-[3/4] flex-col items-center justify-center gap-2 rounded-md border border-line bg-sunken p-1.5 text-center text-xs text-muted">
        <Spinner label={`Загружается ${file.name}`} />
        <span className="w-full truncate">{file.name}</span>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Отменить
        </Button>
      </li>
    );
  }
  return (
    <li className="col-span-2 flex flex-col gap-1.5 rounded-md border border-red-line bg-red-soft p-2 text-sm">
      <span className="truncate font-medium" title={file.name}>
        {file.name}
      </span>
      <span role="alert" className="grow break-words text-red">
        {error}
      </span>
      <span className="flex flex-wrap gap-1.5">
        <Button size="sm" onClick={onRetry}>
          Повторить
        </Button>
        <Button size="sm" variant="ghost" onClick={onRemove}>
          Убрать
        </Button>
      </span>
    </li>
  );
}
