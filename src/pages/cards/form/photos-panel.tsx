import { useState } from 'react';
import { CardPhoto } from '#pages/cards/card-photo.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Panel } from '#ui/panel.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useCardForm } from './form-context.ts';

const MAX_PHOTOS = 30;

/** The first photo is the cover; the order is the marketplace's. */
export function PhotosPanel() {
  const { values, change } = useCardForm();
  const [isAdding, setAdding] = useState(false);
  const { photos } = values;
  const move = (from: number, to: number) => {
    const next = [...photos];
    const [moved] = next.splice(from, 1);
    if (moved === undefined) return;
    next.splice(to, 0, moved);
    change({ photos: next });
  };
  return (
    <Panel
      title="Фото"
      note={
        <Badge>
          {photos.length} из {MAX_PHOTOS}
        </Badge>
      }
    >
      <ol data-field="photos" className="grid grid-cols-4 gap-2">
        {photos.map((photo, index) => (
          <li key={photo} className="group relative">
            <CardPhoto src={photo} className="aspect-[3/4] w-full" />
            {index === 0 ? (
              <span className="absolute bottom-1 left-1 rounded-md bg-bar px-1.5 text-xs text-white">
                Обложка
              </span>
            ) : null}
            <span className="absolute inset-x-1 top-1 flex justify-between opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
              {index > 0 ? (
                <IconButton
                  icon="arrow-left"
                  size="sm"
                  label={`Фото ${index + 1}: раньше`}
                  onClick={() => move(index, index - 1)}
                  className="bg-panel"
                />
              ) : (
                <span />
              )}
              <IconButton
                icon="trash"
                size="sm"
                label={`Убрать фото ${index + 1}`}
                onClick={() => change({ photos: photos.filter((_, at) => at !== index) })}
                className="bg-panel"
              />
            </span>
          </li>
        ))}
        {photos.length < MAX_PHOTOS ? (
          <li>
            <button
              type="button"
              onClick={() => setAdding(true)}
              aria-label="Добавить фото по ссылке"
              className="flex aspect-[3/4] w-full items-center justify-center rounded-md border border-dashed border-line-strong text-muted hover:bg-hover"
            >
              +
            </button>
          </li>
        ) : null}
      </ol>
      {isAdding ? (
        <AddPhotoDialog
          isKnown={(address) => photos.includes(address)}
          onClose={() => setAdding(false)}
          onAdd={(photo) => {
            change({ photos: [...photos, photo] });
            setAdding(false);
          }}
        />
      ) : null}
    </Panel>
  );
}

interface AddPhotoDialogProps {
  isKnown: (address: string) => boolean;
  onClose: () => void;
  onAdd: (address: string) => void;
}

function AddPhotoDialog({ isKnown, onClose, onAdd }: AddPhotoDialogProps) {
  const [address, setAddress] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const problem = addressProblem(address.trim(), isKnown);
    setError(problem);
    if (problem === undefined) onAdd(address.trim());
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Фото по ссылке"
      description="Прямая ссылка на файл, доступная маркетплейсу: от 700×900 пикселей, до 32 МБ"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary">
            Добавить
          </Button>
        </>
      }
    >
      <Field label="Ссылка" error={error}>
        <TextInput value={address} onChange={setAddress} inputMode="url" placeholder="https://" />
      </Field>
    </Dialog>
  );
}

function addressProblem(address: string, isKnown: (address: string) => boolean): string | undefined {
  if (!URL.canParse(address) || new URL(address).protocol !== 'https:')
    return 'Нужна ссылка, которая начинается с https://';
  if (address.length > 500) return 'Ссылка длиннее 500 символов';
  return isKnown(address) ? 'Это фото уже добавлено' : undefined;
}
