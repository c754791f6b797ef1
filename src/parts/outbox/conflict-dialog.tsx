import { useState } from 'react';
import { formatDateTime } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import type { Fields, OutboxEntity } from '#offline/outbox/outbox-record.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { fieldLabel } from './field-texts.ts';
import { FieldValue } from './field-value.tsx';
import { useKnownNames } from './use-known-names.ts';

interface ConflictDialogProps {
  entity: OutboxEntity;
  /** The fields that both changed. */
  fields: readonly string[];
  base: Fields;
  mine: Fields;
  /** As somebody else saved it meanwhile, with `updatedBy` and `updatedAt` where the server tells. */
  theirs: Fields;
  /** Closes without a decision: what I wrote stays. */
  onClose: () => void;
  /** The fields for which mine was chosen. */
  onResolve: (mineFields: string[]) => void;
}

const titles: Record<OutboxEntity, string> = {
  card: 'Карточку изменили, пока вы её правили',
  settings: 'Настройки изменили в другом месте',
  warehouseGroup: 'Группу складов изменили, пока вы её правили',
  taxpayer: 'Налогоплательщика изменили, пока вы его правили',
};

/** The same field was changed by two people: nothing is overwritten without a choice. Theirs is chosen at first. */
export function ConflictDialog({
  entity,
  fields,
  base,
  mine,
  theirs,
  onClose,
  onResolve,
}: ConflictDialogProps) {
  const [chosenMine, setChosenMine] = useState<ReadonlySet<string>>(new Set());
  const choose = (field: string, isMine: boolean) => {
    const next = new Set(chosenMine);
    if (isMine) next.add(field);
    else next.delete(field);
    setChosenMine(next);
  };
  const names = useKnownNames(entity);
  const valueOf = (field: string, from: Fields) => (
    <FieldValue entity={entity} field={field} value={from[field]} names={names} />
  );
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      onSubmit={() => onResolve(fields.filter((field) => chosenMine.has(field)))}
      title={titles[entity]}
      description={`${savedBy(theirs)}Выберите, что оставить: ${countOf(fields.length, ['поле', 'поля', 'полей'])}.`}
      footer={
        <>
          <Button onClick={onClose}>Решить позже</Button>
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
              label={fieldLabel(entity, field)}
              value={chosenMine.has(field) ? 'mine' : 'theirs'}
              onChange={(value) => choose(field, value === 'mine')}
              options={[
                { value: 'theirs', label: 'Их правка', hint: valueOf(field, theirs) },
                { value: 'mine', label: 'Моя правка', hint: valueOf(field, mine) },
              ]}
            />
            <p className="mt-2 text-sm text-muted">Было: {valueOf(field, base)}</p>
          </div>
        ))}
      </div>
    </Dialog>
  );
}

/** «Анна Соколова, 20 ноября, 14:02. » */
function savedBy({ updatedBy, updatedAt }: Fields): string {
  const author = typeof updatedBy === 'string' ? updatedBy : 'С другого устройства';
  return typeof updatedAt === 'string' ? `${author}, ${formatDateTime(updatedAt)}. ` : '';
}
