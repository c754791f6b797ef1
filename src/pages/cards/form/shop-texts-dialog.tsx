import { useState } from 'react';
import { useGenerateDescription } from '#api/card-form.ts';
import { characterCount, DESCRIPTION_MAX_LENGTH, TITLE_MAX_LENGTH } from '#contract/card-rules.ts';
import type { CardContent, ShopText } from '#contract/cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { inQuotes, stripLineBreaks } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { textsIn, withTexts } from './shop-texts.ts';
import { TextOffer } from './text-offer.tsx';

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
  const generate = useGenerateDescription();
  const onlineOnly = useOnlineOnly();
  const write = () =>
    generate.mutate({
      title: title || values.title,
      subjectId: values.subjectId,
      brand: values.brand,
      characteristics: values.characteristics,
      shopId: shop.id,
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
          action={
            <Button
              size="sm"
              variant="ghost"
              icon="sparkle"
              loading={generate.isPending}
              onClick={write}
              disabledReason={
                values.subjectId === 0
                  ? 'Сначала выберите предмет'
                  : onlineOnly('Описание пишется только при связи')
              }
            >
              Написать
            </Button>
          }
        >
          <TextArea value={description} onChange={setDescription} minRows={6} />
        </Field>
        {generate.data ? (
          <TextOffer
            label="Предложенное описание"
            sameText="Такое описание уже стоит."
            before={description}
            after={generate.data.description}
            onAccept={() => setDescription(generate.data.description)}
            onClose={generate.reset}
          />
        ) : null}
      </div>
    </Dialog>
  );
}

function problemOf(label: string, text: string, limit: number): string | null {
  return characterCount(text) > limit ? `${label} — не длиннее ${limit} символов` : null;
}
