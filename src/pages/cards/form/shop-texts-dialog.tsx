import { useState } from 'react';
import { characterCount, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import type { CardContent, ShopText } from '#contract/cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { inQuotes, stripLineBreaks } from '#lib/text.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useDescriptionWriter } from './use-description-writer.tsx';
import { textsIn, withTexts } from './shop-texts.ts';

interface ShopTextsDialogProps {
  shop: Pick<ProfileShop, 'id' | 'name'>;
  values: CardContent;
  onChange: (shopTexts: ShopText[]) => void;
  onClose: () => void;
}

/** A title and a description for one shop. They are put into the form: saved, or not, with the rest of the card. */
export function ShopTextsDialog({ shop, values, onChange, onClose }: ShopTextsDialogProps) {
  const own = textsIn(values, shop.id);
  const [title, setTitle] = useState(own.title);
  const [description, setDescription] = useState(own.description);
  const { button, offer } = useDescriptionWriter({
    before: description,
    title: title || values.title,
    shopId: shop.id,
    onTake: setDescription,
  });
  const problem =
    problemOf('Наименование', title, TITLE_MAX_LENGTH) ??
    problemOf('Описание', description, DESCRIPTION_MAX_LENGTH);
  const submit = () => {
    if (problem !== null) return;
    onChange(withTexts(values, shop.id, { title: stripLineBreaks(title), description: description.trim() }));
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title={`Тексты для ${inQuotes(shop.name)}`}
      description="Уйдут только в этот магазин. Пустое поле — как в карточке."
      footer={
        <>
          {own.title === '' && own.description === '' ? null : (
            <Button
              variant="ghost"
              className="mr-auto"
              onClick={() => {
                onChange(withTexts(values, shop.id, { title: '', description: '' }));
                onClose();
              }}
            >
              Как в карточке
            </Button>
          )}
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" variant="primary" disabledReason={problem}>
            Готово
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field
          label="Своё наименование"
          counter={{ length: characterCount(title), limit: TITLE_MAX_LENGTH }}
          hint={`В карточке: ${values.title}`}
        >
          <TextInput value={title} onChange={setTitle} />
        </Field>
        <Field
          label="Своё описание"
          counter={{ length: characterCount(description), limit: DESCRIPTION_MAX_LENGTH }}
          action={button}
        >
          <TextArea value={description} onChange={setDescription} minRows={6} />
        </Field>
        {offer}
      </div>
    </Dialog>
  );
}

function problemOf(label: string, text: string, limit: number): string | null {
  return characterCount(text) > limit ? `${label} — не длиннее ${limit} символов` : null;
}
