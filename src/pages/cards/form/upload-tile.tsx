import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { PhotoUpload } from './use-photo-uploads.ts';

interface UploadTileProps {
  upload: PhotoUpload;
  onRetry: () => void;
  onRemove: () => void;
}

/** A photo on its way, or why it did not arrive. */
export function UploadTile({ upload: { source, isWaiting, error }, onRetry, onRemove }: UploadTileProps) {
  const name = nameOf(source);
  if (error === null) {
    return (
      <li className="flex aspect-[3/4] flex-col items-center justify-center gap-2 rounded-md border border-line bg-sunken p-1.5 text-center text-xs text-muted">
        {isWaiting ? <span>В очереди</span> : <Spinner label={`Загружается ${name}`} />}
        <span className="w-full truncate" title={name}>
          {name}
        </span>
        <Button size="sm" variant="ghost" aria-label={`Отменить: ${name}`} onClick={onRemove}>
          Отменить
        </Button>
      </li>
    );
  }
  return (
    <li className="col-span-2 flex flex-col gap-1.5 rounded-md border border-red-line bg-red-soft p-2 text-sm">
      <span className="truncate font-medium" title={typeof source === 'string' ? source : name}>
        {name}
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

/** A file's name; of an address what it ends with. */
function nameOf(source: PhotoUpload['source']): string {
  if (typeof source !== 'string') return source.name;
  const { hostname, pathname } = new URL(source);
  return pathname.split('/').findLast((part) => part !== '') ?? hostname;
}
