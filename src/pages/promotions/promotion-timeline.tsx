import { useRef } from 'react';
import { classNames } from '#lib/class-names.ts';
import { formatDayShort, formatPeriod, moscowDay } from '#lib/dates.ts';
import { countOf } from '#lib/plurals.ts';
import { Link } from '#ui/link.tsx';
import { Panel } from '#ui/panel.tsx';
import { TooltipBubble } from '#ui/tooltip.tsx';
import type { PromotionGroup } from './group-promotions.ts';
import { placeOnTimeline, type TimelineBar } from './place-on-timeline.ts';
import { promotionDeadline } from './promotion-deadline.ts';
import { timeLeft } from './promotion-span.tsx';
import { promotionsSearch, type PromotionsState } from './promotions-address.ts';

const LEVEL_REM = 2;
/** More shops are counted: their names would fill the screen. */
const NAMES_MAX = 2;
const SHOPS = ['магазин', 'магазина', 'магазинов'] as const;
const LOOKS = {
  regular: 'border-accent bg-accent-soft text-accent-ink',
  auto: 'border-dashed border-orange bg-orange-soft text-orange',
} as const;

interface PromotionTimelineProps {
  groups: readonly PromotionGroup[];
  /** The promotion that is open, in whichever shop. */
  shownId: number | null;
  state: PromotionsState;
}

/** Promotions to come by days; each bar is a link to its promotion and says everything in words, too. */
export function PromotionTimeline({ groups, shownId, state }: PromotionTimelineProps) {
  const { dayCount, todayPercent, labels, levelCount, bars } = placeOnTimeline(groups);
  return (
    <Panel title="По дням">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted">
        <Sample look={LOOKS.regular} text="акция: товары добавляют до левого края полосы" />
        <Sample
          look={LOOKS.auto}
          text="автоакция: товары добавляет Wildberries, исключить их можно до левого края"
        />
        {groups.some(({ inShops }) => inShops.length > 1) ? <span>число — в скольких магазинах</span> : null}
      </p>
      <div className="relative mt-3">
        <div aria-hidden className="relative h-5 text-xs text-muted">
          {labels.map(({ day, atPercent }) => (
            <span key={day} className="absolute" style={{ left: `${atPercent}%` }}>
              {atPercent === 0 ? 'сегодня' : formatDayShort(day)}
            </span>
          ))}
        </div>
        <div
          className="relative"
          style={{
            height: `${levelCount * LEVEL_REM}rem`,
            backgroundImage: 'linear-gradient(to right, var(--line-soft) 1px, transparent 1px)',
            backgroundSize: `${100 / dayCount}% 100%`,
          }}
        >
          <span
            aria-hidden
            className="absolute inset-y-0 w-0.5 bg-ink"
            style={{ left: `${todayPercent}%` }}
          />
          <ul aria-label="Календарь по дням">
            {bars.map((bar) => (
              <li key={bar.group.wbPromotionId}>
                <Bar
                  bar={bar}
                  isShown={bar.group.inShops.some(({ id }) => id === shownId)}
                  search={promotionsSearch({ ...state, id: bar.group.inShops[0].id })}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Panel>
  );
}

function Sample({ look, text }: { look: string; text: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className={`h-4 w-5 rounded-control border ${look}`} />
      {text}
    </span>
  );
}

interface BarProps {
  bar: TimelineBar;
  isShown: boolean;
  search: string;
}

function Bar({ bar: { group, level, fromPercent, widthPercent }, isShown, search }: BarProps) {
  const link = useRef<HTMLAnchorElement>(null);
  return (
    <>
      <Link
        ref={link}
        to={{ search }}
        preventScrollReset
        aria-label={wordsOf(group)}
        {...(isShown ? { 'aria-current': true } : {})}
        className={classNames(
          'absolute block h-7 truncate rounded-control border px-1.5 py-1 text-sm',
          LOOKS[group.type],
          isShown ? 'font-medium underline' : 'hover:underline',
        )}
        style={{ left: `${fromPercent}%`, width: `${widthPercent}%`, top: `${level * LEVEL_REM}rem` }}
      >
        {/* Said in words by the name that is read out, where what stands in brackets need not be repeated (WCAG 2.5.3). */}
        {group.inShops.length === 1 ? null : `(${group.inShops.length}) `}
        {group.name}
      </Link>
      <TooltipBubble anchor={link} text={wordsOf(group)} />
    </>
  );
}

/** «Хиты недели, 27 ноября – 3 декабря, через 7 дней. Магазины: Московский, Сибирь. Участвовать с первого дня — …» */
function wordsOf(group: PromotionGroup): string {
  const about = [
    group.type === 'auto' ? `Автоакция «${group.name}»` : group.name,
    formatPeriod(moscowDay(group.startsAt), moscowDay(group.endsAt)),
    timeLeft(group),
  ].filter((part) => part !== null);
  const deadline = promotionDeadline(group);
  const sentences = [about.join(', '), shopsOf(group), deadline].filter((part) => part !== null);
  return `${sentences.join('. ')}.`;
}

function shopsOf({ inShops }: PromotionGroup): string {
  if (inShops.length > NAMES_MAX) return countOf(inShops.length, SHOPS);
  const names = inShops.map(({ shopName }) => shopName).join(', ');
  return `${inShops.length === 1 ? 'Магазин' : 'Магазины'}: ${names}`;
}
