import { useState } from 'react';
import type { Card, CardContent } from '#contract/cards.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { fieldLabels, type ContentField } from './card-values.ts';

interface ConflictDialogProps {
  fields: readonly ContentField[];
  base: CardContent;
  mine: CardContent;
  /** The card as somebody else saved it meanwhile. */
  theirs: Card;
  /** Closes without a decision: what I wrote stays in the form. */
  onClose: () => void;
  /** The fields for which mine was chosen. */
  onResolve: (mineFields: ContentField[]) => void;
}

/** The same field was changed by two people: nothing is overwritten without a choice. Theirs is chosen at first. */
export function ConflictDialog({ fields, base, mine, theirs, onClose, onResolve }: ConflictDialogProps) {
  const [chosenMine, setChosenMine] = useState<ReadonlySet<ContentField>>(new Set());
  const choose = (field: ContentField, isMine: boolean) => {
    const next = new Set(chosenMine);
    if (isMine) next.add(field);
    else next.delete(field);
    setChosenMine(next);
  };
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      onSubmit={() => onResolve([...chosenMine])}
      title="Карточку изменили, пока вы её правили"
      description={`${theirs.updatedBy ?? 'Другой пользователь'}, ${formatDateTime(theirs.updatedAt)}. Выберите, что оставить: ${countOf(fields.length, ['поле', 'поля', 'полей'])}.`}
      footer={
        <>
          <Button onClick={onClose}>Вернуться к правке</Button>
          <Button type="submit" variant="primary">
            Сохранить выбранное
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {fields.map((field) => (
          <div key={field} className="rounded-control border border-line p-3">
            <RadioGroup
              label={fieldLabels[field]}
              value={chosenMine.has(field) ? 'mine' : 'theirs'}
              onChange={(value) => choose(field, value === 'mine')}
              options={[
                { value: 'theirs', label: 'Их правка', hint: <Value field={field} content={theirs} /> },
                { value: 'mine', label: 'Моя правка', hint: <Value field={field} content={mine} /> },
              ]}
            />
            <p className="mt-2 text-sm text-muted">
              Было: <Value field={field} content={base} />
            </p>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function Value({ field, content }: { field: ContentField; content: CardContent }) {
  return <span className="break-words">{describe(field, content)}</span>;
}

function describe(field: ContentField, content: CardContent): string {
  switch (field) {
    case 'priceKopecks':
      return formatKopecks(content.priceKopecks);
    case 'costPriceKopecks':
      return content.costPriceKopecks === null ? '—' : formatKopecks(content.costPriceKopecks);
    case 'discount':
    case 'clubDiscount':
      return `${content[field]}%`;
    case 'photos':
      return countOf(content.photos.length, ['фото', 'фото', 'фото']);
    case 'sizes':
      return (
        content.sizes.map((size) => [size.techSize, ...size.skus].filter(Boolean).join(' ')).join('; ') || '—'
      );
    case 'characteristics':
      return content.characteristics.map((one) => one.values.join(', ')).join('; ') || '—';
    case 'dimensions': {
      const { lengthCm, widthCm, heightCm, weightKg } = content.dimensions;
      return `${lengthCm}×${widthCm}×${heightCm} см, ${weightKg} кг`;
    }
    case 'tags':
      return content.tags.join(', ') || '—';
    case 'subjectId':
      return `№ ${content.subjectId}`;
    case 'vendorCode':
    case 'title':
    case 'description':
    case 'brand':
      return content[field] || '—';
  }
}
