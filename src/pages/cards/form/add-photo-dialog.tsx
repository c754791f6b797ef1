import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

interface AddPhotoDialogProps {
  isKnown: (address: string) => boolean;
  onClose: () => void;
  onAdd: (address: string) => void;
}

/** A photo that lies somewhere on the internet: the marketplace fetches it from there. */
export function AddPhotoDialog({ isKnown, onClose, onAdd }: AddPhotoDialogProps) {
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
