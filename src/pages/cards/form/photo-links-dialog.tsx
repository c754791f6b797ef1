import { useState } from 'react';
import { photoLinkProblem } from '#contract/photo-uploads.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';

interface PhotoLinksDialogProps {
  /** How many photos the card has room for. */
  room: number;
  onClose: () => void;
  onAdd: (addresses: string[]) => void;
}

/** Photos that lie somewhere on the internet, one address a line: the server fetches each. */
export function PhotoLinksDialog({ room, onClose, onAdd }: PhotoLinksDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    const addresses = addressesOf(text);
    const problem = addressesProblem(addresses, room);
    setError(problem);
    if (problem === undefined) onAdd(addresses);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Фото по ссылкам"
      description="Прямые ссылки на файлы, по одной в строке: от 700×900 пикселей, до 32 МБ"
      size="md"
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary">
            Добавить
          </Button>
        </>
      }
    >
      <Field label="Ссылки" error={error}>
        <TextArea value={text} onChange={setText} inputMode="url" spellCheck={false} placeholder="https://" />
      </Field>
    </Dialog>
  );
}

/** Whatever stands between two addresses of a copied column or a message; each once. */
function addressesOf(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+(?=https?:|$)|\s+/i).filter((address) => address !== ''))];
}

function addressesProblem(addresses: readonly string[], room: number): string | undefined {
  if (addresses.length === 0) return 'Вставьте хотя бы одну ссылку';
  if (addresses.length > room) {
    return `В карточку поместится ещё ${room} фото, а здесь ${countOf(addresses.length, ['ссылка', 'ссылки', 'ссылок'])}`;
  }
  for (const address of addresses) {
    const problem = photoLinkProblem(address);
    if (problem !== null) return addresses.length === 1 ? problem : `${problem}: «${address.slice(0, 80)}»`;
  }
  return undefined;
}
