import { useState } from 'react';
import { addDays, formatPeriod } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { DateInput } from '#ui/date-input.tsx';
import { Field } from '#ui/field.tsx';
import { Popover } from '#ui/popover.tsx';
import { periodDays, periodProblem, presetDays, type ChosenPeriod } from './profit-address.ts';

interface PeriodChoiceProps {
  period: ChosenPeriod;
  /** The day in Moscow. */
  today: string;
  onChange: (period: ChosenPeriod) => void;
}

/** The last days by number, or days of one's own. */
export function PeriodChoice({ period, today, onChange }: PeriodChoiceProps) {
  const { from, to } = periodDays(period, today);
  return (
    <Popover
      label="Период"
      align="end"
      trigger={(props) => (
        <Button {...props} icon="calendar" iconEnd="chevron-down" className="tabular-nums">
          {formatPeriod(from, to)}
        </Button>
      )}
    >
      {(close) => {
        const choose = (chosen: ChosenPeriod) => {
          onChange(chosen);
          close();
        };
        return (
          <div className="w-72">
            <div className="grid grid-cols-2 gap-2">
              {presetDays.map((days) => (
                <Button
                  key={days}
                  size="sm"
                  aria-pressed={'days' in period && period.days === days}
                  variant={'days' in period && period.days === days ? 'primary' : 'secondary'}
                  onClick={() => choose({ days })}
                >
                  {countOf(days, ['день', 'дня', 'дней'])}
                </Button>
              ))}
            </div>
            <OwnDates key={`${from} ${to}`} from={from} to={to} today={today} onChoose={choose} />
          </div>
        );
      }}
    </Popover>
  );
}

interface OwnDatesProps {
  from: string;
  to: string;
  today: string;
  onChoose: (period: ChosenPeriod) => void;
}

function OwnDates({ from: initialFrom, to: initialTo, today, onChoose }: OwnDatesProps) {
  const [from, setFrom] = useState(initialFrom);
  const [to, setTo] = useState(initialTo);
  const [isTried, setTried] = useState(false);
  const problem = periodProblem(from, to);
  return (
    <form
      noValidate
      className="mt-4 border-t border-line pt-4"
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

/** The marketplace's detailed reports begin here. */
const EARLIEST_DAY = '2024-01-29';
