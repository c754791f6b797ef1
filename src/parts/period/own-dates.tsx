import { useState } from 'react';
import { addDays } from '#lib/dates.ts';
import { Button } from '#ui/button.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { Field } from '#ui/field.tsx';
import { periodProblem, type Days } from './period-problem.ts';

/** The marketplace's detailed reports begin here. */
const EARLIEST_DAY = '2024-01-29';

interface OwnDatesProps {
  from: string;
  to: string;
  today: string;
  onChoose: (days: Days) => void;
  className?: string;
}

/** Two days of one's own, both within what can be asked for. */
export function OwnDates({
  from: initialFrom,
  to: initialTo,
  today,
  onChoose,
  className = '',
}: OwnDatesProps) {
  const [from, setFrom] = useState(initialFrom);
  const [to, setTo] = useState(initialTo);
  const [isTried, setTried] = useState(false);
  const problem = periodProblem(from, to);
  return (
    <form
      noValidate
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null) onChoose({ from, to });
        else setTried(true);
      }}
    >
      <div className="grid grid-cols-2 gap-2">
        <Field label="С">
          <DateInput value={from} onChange={setFrom} max={today} min={EARLIEST_DAY} />
        </Field>
        <Field label="По">
          <DateInput value={to} onChange={setTo} max={today} min={from || addDays(today, -1)} />
        </Field>
      </div>
      {isTried && problem ? (
        <p role="alert" className="mt-2 text-sm text-red">
          {problem}
        </p>
      ) : null}
      <Button type="submit" size="sm" className="mt-3 w-full">
        Показать свои даты
      </Button>
    </form>
  );
}
