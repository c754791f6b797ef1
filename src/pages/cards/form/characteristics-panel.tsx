import { useQuery } from '@tanstack/react-query';
import { directoryQueries } from '#api/card-form.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CharacteristicField } from './characteristic-field.tsx';
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
    <div data-field="characteristics" className="grid grid-cols-1 gap-4 md:grid-cols-2">
      {errors['characteristics'] ? (
        <p className="text-sm text-red md:col-span-2">{errors['characteristics']}</p>
      ) : null}
      {definitions.map((definition) => (
        <div key={definition.id} data-field={`characteristics.${definition.id}`}>
          <CharacteristicField
            subjectId={values.subjectId}
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
