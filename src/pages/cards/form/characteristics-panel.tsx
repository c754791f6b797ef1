import { useQuery } from '@tanstack/react-query';
import { directoryQueries } from '#api/card-form.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { parseNumber } from '#lib/numbers.ts';
import { Badge } from '#ui/badge.tsx';
import { Field } from '#ui/field.tsx';
import { NumberInput } from '#ui/number-input.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { valuesOf, withValues } from './characteristic-values.ts';
import { useCardForm } from './form-context.ts';

/** Characteristics of the subject, required ones first. */
export function CharacteristicsPanel() {
  const { values } = useCardForm();
  const { data: definitions, error } = useQuery({
    ...directoryQueries.characteristics(values.subjectId),
    enabled: values.subjectId !== 0,
  });
  const filled = definitions?.filter(({ id }) => valuesOf(values.characteristics, id).length > 0).length;
  return (
    <Panel
      title="Характеристики"
      note={
        definitions ? (
          <Badge>
            {filled} из {definitions.length}
          </Badge>
        ) : null
      }
    >
      <Characteristics
        hasSubject={values.subjectId !== 0}
        definitions={definitions}
        hasFailed={error !== null}
      />
    </Panel>
  );
}

interface CharacteristicsProps {
  hasSubject: boolean;
  /** Undefined until they are read. */
  definitions: readonly SubjectCharacteristic[] | undefined;
  hasFailed: boolean;
}

function Characteristics({ hasSubject, definitions, hasFailed }: CharacteristicsProps) {
  const { values, change, errors } = useCardForm();
  if (!hasSubject) {
    return <p className="text-muted">Выберите предмет: от него зависят характеристики.</p>;
  }
  if (!definitions) {
    return hasFailed ? (
      <p className="text-muted">Не удалось загрузить характеристики предмета.</p>
    ) : (
      <Skeleton className="h-40 w-full" />
    );
  }
  return (
    <div data-field="characteristics" className="grid gap-4 md:grid-cols-2">
      {errors['characteristics'] ? (
        <p className="text-sm text-red md:col-span-2">{errors['characteristics']}</p>
      ) : null}
      {definitions.map((definition) => (
        <div key={definition.id} data-field={`characteristics.${definition.id}`}>
          <CharacteristicField
            definition={definition}
            values={valuesOf(values.characteristics, definition.id)}
            onChange={(next) =>
              change({ characteristics: withValues(values.characteristics, definition.id, next) })
            }
            error={errors[`characteristics.${definition.id}`]}
          />
        </div>
      ))}
    </div>
  );
}

interface CharacteristicFieldProps {
  definition: SubjectCharacteristic;
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: string | undefined;
}

function CharacteristicField({ definition, values, onChange, error }: CharacteristicFieldProps) {
  const isMissing = definition.isRequired && values.length === 0;
  return (
    <Field
      label={
        definition.unit && definition.type === 'TEXT'
          ? `${definition.name}, ${definition.unit}`
          : definition.name
      }
      isRequired={definition.isRequired}
      error={error ?? (isMissing ? 'Заполните: обязательная' : undefined)}
    >
      {definition.type === 'NUMBER' ? (
        <NumberInput
          // What the marketplace has is no typing: all of its decimals are meant.
          value={parseNumber(values[0] ?? '', { maxDigits: Infinity })}
          onChange={(number) => onChange(number === null ? [] : [String(number)])}
          maxDigits={3}
          unit={definition.unit}
        />
      ) : (
        <TextInput
          value={values.join('; ')}
          onChange={(text) => onChange(splitValues(text, definition.maxCount))}
          placeholder={definition.maxCount === 1 ? '' : 'Несколько значений — через точку с запятой'}
        />
      )}
    </Field>
  );
}

/** While typing, the part after the last separator keeps its spaces; a lone separator at the end is kept, too. */
function splitValues(text: string, maxCount: number): string[] {
  if (text.trim() === '') return [];
  const parts = maxCount === 1 ? [text] : text.split(/;\s?/);
  return maxCount > 0 ? parts.slice(0, maxCount) : parts;
}
