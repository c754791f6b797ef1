import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { directoryQueries } from '#api/card-form.ts';
import type { SubjectCharacteristic } from '#contract/subjects.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Badge } from '#ui/badge.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CharacteristicField } from './characteristic-field.tsx';
import { valuesOf, withValues } from './characteristic-values.ts';
import { useCardForm } from './form-context.ts';

/** Characteristics of the subject, required ones first. */
export function CharacteristicsPanel() {
  const { values } = useCardForm();
  const query = useQuery({
    ...directoryQueries.characteristics(values.subjectId),
    enabled: values.subjectId !== 0,
  });
  const definitions = query.data;
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
      {values.subjectId === 0 ? (
        <p className="text-muted">Выберите предмет: от него зависят характеристики.</p>
      ) : (
        <Characteristics query={query} />
      )}
    </Panel>
  );
}

function Characteristics({ query }: { query: UseQueryResult<SubjectCharacteristic[]> }) {
  const { values, change, errors } = useCardForm();
  const { data: definitions } = query;
  if (!definitions) {
    return (
      <ProblemOrSkeleton
        query={query}
        skeleton={<Skeleton className="h-40 w-full" />}
        offlineText="Характеристик этого предмета на этом устройстве ещё нет: они загрузятся, когда появится связь."
      />
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
