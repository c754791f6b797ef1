import type { RefObject } from 'react';
import { formatNumber } from '#lib/numbers.ts';
import { hrefTo } from '#lib/paths.ts';
import { leaveOut, removeLine, setAmount, takeAway, type CountLine } from '#offline/counts/count-document.ts';
import type { UncomparedReason } from '#contract/stock-counts.ts';
import { useFocusAfterRemoval } from '#parts/use-focus-after-removal.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { AmountField } from './amount-field.tsx';
import type { LineComparison } from './compared-lines.ts';
import { UNCOMPARED_TEXTS } from './count-texts.ts';
import { LineOutcome, LineWarning } from './line-outcome.tsx';
import type { CountStep } from './use-counts.ts';

interface CountLineRowProps {
  line: CountLine;
  isSent: boolean;
  compared: LineComparison | undefined;
  uncompared: UncomparedReason | undefined;
  apply: (step: CountStep) => Promise<unknown>;
  onAssign: () => void;
  scannedRef: RefObject<string>;
}

/** One size that was counted: high enough for a finger in a glove. */
export function CountLineRow({
  line,
  isSent,
  compared,
  uncompared,
  apply,
  onAssign,
  scannedRef,
}: CountLineRowProps) {
  const { key, amount, isLeftOut } = line;
  const row = useFocusAfterRemoval<HTMLLIElement>();
  const title = compared?.line.title ?? line.card?.title ?? 'Карточка не найдена';
  const name = line.card || compared ? title : `Баркод ${line.barcode}`;
  const cardId = compared?.line.cardId ?? line.card?.id;
  const change = (next: number) => void apply((count) => setAmount(count, key, next, Date.now()));
  return (
    <li ref={row} className="flex flex-col gap-2 px-4 py-3 not-last:border-b not-last:border-line-soft">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-60">
          <p className="font-medium wrap-anywhere">
            {cardId === undefined ? (
              <span className="text-ink-2">{wordFor(line)}</span>
            ) : (
              <TextLink to={hrefTo.card({ id: cardId, tab: 'MARKETPLACE' })} isAlone>
                {title || 'Без названия'}
              </TextLink>
            )}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted tabular-nums">
            {[compared?.line.vendorCode ?? line.card?.vendorCode, line.barcode].filter(Boolean).join(' · ')}
            {line.isUnknown && !compared ? <Badge tone="orange">не найдено</Badge> : null}
            {isLeftOut ? <Badge>не отправлять</Badge> : null}
          </p>
        </div>
        {isSent ? (
          <p className="text-lg tabular-nums">{formatNumber(amount)} шт.</p>
        ) : (
          <div className="flex items-center gap-2">
            <IconButton
              icon="minus"
              size="lg"
              variant="secondary"
              label={`Убавить: ${name}`}
              disabledReason={amount === 0 ? 'Меньше нуля не бывает' : null}
              onClick={() => void apply((count) => takeAway(count, key, 1))}
            />
            <AmountField
              label={`Посчитано: ${name}`}
              amount={amount}
              onChange={change}
              scannedRef={scannedRef}
            />
            <IconButton
              icon="plus"
              size="lg"
              variant="secondary"
              label={`Прибавить: ${name}`}
              onClick={() => change(amount + 1)}
            />
            <Menu
              align="end"
              trigger={(props) => <IconButton {...props} icon="more" size="lg" label={`Ещё: ${name}`} />}
            >
              <MenuItem
                icon={isLeftOut ? 'check' : 'minus'}
                onSelect={() => void apply((count) => leaveOut(count, key, !isLeftOut))}
              >
                {isLeftOut ? 'Отправлять' : 'Не отправлять'}
              </MenuItem>
              <MenuItem icon="search" onSelect={onAssign}>
                Указать карточку
              </MenuItem>
              <MenuItem icon="trash" isDanger onSelect={() => void apply((count) => removeLine(count, key))}>
                Удалить строку
              </MenuItem>
            </Menu>
          </div>
        )}
      </div>
      {uncompared ? <p className="text-sm text-orange">{UNCOMPARED_TEXTS[uncompared]}</p> : null}
      {compared ? <LineOutcome compared={compared} amount={amount} /> : null}
      {compared && !isSent ? (
        <LineWarning
          compared={compared}
          onTakeAway={(pieces) => void apply((count) => takeAway(count, key, pieces))}
        />
      ) : null}
    </li>
  );
}

function wordFor({ isUnknown, barcode }: CountLine): string {
  return isUnknown ? 'Такого баркода нет в карточках' : `Баркод ${barcode}: название найдём при связи`;
}
