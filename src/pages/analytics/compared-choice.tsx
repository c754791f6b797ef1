import type { ComparedPeriod } from '#contract/analytics.ts';
import { Segmented } from '#ui/segmented.tsx';

interface ComparedChoiceProps {
  against: ComparedPeriod;
  onChange: (against: ComparedPeriod) => void;
}

/** What the chosen period is compared with. */
export function ComparedChoice({ against, onChange }: ComparedChoiceProps) {
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p aria-hidden className="mb-2 text-sm text-muted">
        Сравнить с днями
      </p>
      <Segmented
        label="Сравнить с днями"
        value={against}
        onChange={onChange}
        options={[
          { value: 'BEFORE', label: 'Прямо перед' },
          { value: 'YEAR_AGO', label: 'Год назад' },
        ]}
      />
    </div>
  );
}
