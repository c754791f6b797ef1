import { useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { useCreateCardTemplate } from '#api/card-templates.ts';
import { newIdempotencyKey } from '#api/idempotency-key.ts';
import { TEMPLATE_NAME_MAX_LENGTH } from '#contract/card-templates.ts';
import { countOf } from '#lib/plurals.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { showToast } from '#ui/toast-store.ts';

interface SaveTemplateDialogProps {
  card: { id: number; title: string; photos: readonly string[] };
  onClose: () => void;
}

/** What new cards will begin with: named, with the photos or without. */
export function SaveTemplateDialog({ card, onClose }: SaveTemplateDialogProps) {
  const [name, setName] = useState(card.title);
  const [withPhotos, setWithPhotos] = useState(false);
  // Pressed again after a lost answer, it is the same template.
  const [idempotencyKey, setKey] = useState(newIdempotencyKey);
  const create = useCreateCardTemplate();
  const tell = (change: () => void) => {
    change();
    setKey(newIdempotencyKey());
    create.reset();
  };
  const submit = () => {
    if (name.trim() === '' || create.isPending) return;
    create.mutate(
      { name, cardId: card.id, withPhotos, idempotencyKey },
      {
        onSuccess: (template) => {
          showToast({ type: 'success', text: `Шаблон «${template.name}» сохранён` });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={submit}
      title="Сохранить как шаблон"
      description="Всё, кроме артикула и баркодов: у новой карточки они будут свои."
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button
            type="submit"
            variant="primary"
            loading={create.isPending}
            disabledReason={name.trim() === '' ? 'Сначала назовите шаблон' : null}
          >
            Сохранить
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="Название шаблона" error={create.error ? refusalOf(create.error) : undefined}>
          <TextInput
            value={name}
            maxLength={TEMPLATE_NAME_MAX_LENGTH}
            onChange={(text) => tell(() => setName(text))}
          />
        </Field>
        {card.photos.length > 0 ? (
          <Checkbox
            checked={withPhotos}
            onChange={(isChecked) => tell(() => setWithPhotos(isChecked))}
            label={`Вместе с фото (${countOf(card.photos.length, ['фото', 'фото', 'фото'])})`}
          />
        ) : null}
        <p className="text-sm text-muted">
          Шаблоны общие для аккаунта и ждут на странице{' '}
          <TextLink to={paths.cardCreate}>«Новая карточка»</TextLink>.
        </p>
      </div>
    </Dialog>
  );
}

function refusalOf(error: Error): string {
  return error instanceof ApiError && error.hasServerMessage
    ? error.detail.join('. ')
    : 'Не удалось сохранить шаблон. Повторите';
}
