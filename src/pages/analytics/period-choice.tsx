import type { ReactNode } from 'react';
import { formatPeriod } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { OwnDates } from '#parts/period/own-dates.tsx';
import type { Days } from '#parts/period/period-problem.ts';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';
import {
  lastReportedWeek,
  periodDays,
  presetDays,
  presetMonths,
  type ChosenPeriod,
  type PresetDays,
  type PresetMonth,
} from './profit-address.ts';

interface PeriodChoiceProps {
  /** Null: none of those that are offered here. */
  period: ChosenPeriod | null;
  /** Which days are shown, once that is known; without it, those of the period. */
  shown?: Days | undefined;
  /** The day in Moscow. */
  today: string;
  /** Where days by report can be chosen. */
  reported?: ReportedChoice;
  onChange: (period: ChosenPeriod) => void;
  /** What else is chosen of the period. */
  children?: ReactNode;
}

interface ReportedChoice {
  /** The last day that the reports cover. */
  until: string | null | undefined;
  /** The last reported days are shown. */
  isChosen: boolean;
  onChoose: () => void;
}

const REPORTED_LABEL = '14\u00a0дней по отчётам';

/** The last reported days, a reported week, a month, the last days by number, or days of one's own. */
export function PeriodChoice({ period, shown, today, reported, onChange, children }: PeriodChoiceProps) {
  const days = shown ?? (period && periodDays(period, today));
  return (
    <Popover
      className="p-4"
      label="Период"
      align="end"
      trigger={(props) => (
        <Button {...props} icon="calendar" iconEnd="chevron-down" isWrapping className="tabular-nums">
          {days ? formatPeriod(days.from, days.to) : REPORTED_LABEL}
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
              {reported ? (
                <PresetButton
                  label={REPORTED_LABEL}
                  isChosen={reported.isChosen}
                  isWide
                  onChoose={() => {
                    reported.onChoose();
                    close();
                  }}
                />
              ) : null}
              {presetsOf(reported?.until).map(({ label, chosen, isWide }) => (
                <PresetButton
                  key={label}
                  label={label}
                  isChosen={period !== null && isSame(chosen, period)}
                  isWide={isWide}
                  onChoose={() => choose(chosen)}
                />
              ))}
            </div>
            {children}
            <OwnDates
              key={`${days?.from} ${days?.to}`}
              from={days?.from ?? ''}
              to={days?.to ?? ''}
              today={today}
              onChoose={choose}
              className="mt-4 border-t border-line pt-4"
            />
          </div>
        );
      }}
    </Popover>
  );
}

interface PresetButtonProps {
  label: string;
  isChosen: boolean;
  isWide?: boolean | undefined;
  onChoose: () => void;
}

function PresetButton({ label, isChosen, isWide = false, onChoose }: PresetButtonProps) {
  return (
    <Button
      size="sm"
      aria-pressed={isChosen}
      variant={isChosen ? 'primary' : 'secondary'}
      className={isWide ? 'col-span-2' : ''}
      onClick={onChoose}
    >
      {label}
    </Button>
  );
}

interface Preset {
  label: string;
  chosen: ChosenPeriod;
  isWide?: boolean;
}

const MONTH_LABELS: Record<PresetMonth, string> = { THIS: 'Этот месяц', LAST: 'Прошлый месяц' };

/** The reported week is written as its days: what was looked at on Monday stays that week on Tuesday. */
function presetsOf(reportedUntil: string | null | undefined): Preset[] {
  return [
    ...(reportedUntil
      ? [{ label: 'Отчётная неделя', chosen: lastReportedWeek(reportedUntil), isWide: true }]
      : []),
    ...presetMonths.map((month) => ({ label: MONTH_LABELS[month], chosen: { month } })),
    ...presetDays.map((days) => ({ label: daysLabel(days), chosen: { days }, isWide: days === 365 })),
  ];
}

function daysLabel(days: PresetDays): string {
  return days === 365 ? 'Год' : countOf(days, ['день', 'дня', 'дней']);
}

function isSame(one: ChosenPeriod, other: ChosenPeriod): boolean {
  if ('days' in one) return 'days' in other && one.days === other.days;
  if ('month' in one) return 'month' in other && one.month === other.month;
  return 'from' in other && one.from === other.from && one.to === other.to;
}
