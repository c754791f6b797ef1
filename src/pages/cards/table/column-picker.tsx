import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { userQueries } from '#api/users.ts';
import type { SelectedCharacteristic } from '#contract/bulk-edits.ts';
import type { CardSelection } from '#contract/card-operations.ts';
import { MAX_TABLE_VALUES_CHARACTERISTICS } from '#contract/card-table.ts';
import { foldForSearch } from '#lib/text.ts';
import { coverage } from '#pages/cards/bulk/characteristic-picker.tsx';
import { CharacteristicsProblem } from '#pages/cards/bulk/characteristics-problem.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Popover } from '#ui/popover.tsx';
import { SearchInput } from '#ui/search-input.tsx';
import { useOwnEscape } from '#ui/use-own-escape.ts';
import { characteristicKey } from './characteristic-columns.ts';
import { ownDiscountKey, ownPriceKey } from './own-price-columns.ts';
import { characteristicsOfTable } from './use-columns.ts';

interface ColumnPickerProps {
  selection: CardSelection;
  chosen: readonly string[];
  /** Something is typed in them: they cannot go. */
  edited: ReadonlySet<string>;
  onChoose: (keys: readonly string[]) => void;
}

/** «Столбцы»: what the table has beside what every card has. */
export function ColumnPicker(props: ColumnPickerProps) {
  return (
    <Popover
      label="Столбцы таблицы"
      align="end"
      className="w-80 max-w-[calc(100vw-1rem)] p-4"
      trigger={(trigger) => (
        <Button {...trigger} icon="table">
          Столбцы
        </Button>
      )}
    >
      <div className="flex max-h-[70dvh] flex-col gap-4 overflow-y-auto">
        <ShopChoice {...props} legend="Своя цена в магазине" keyOf={ownPriceKey} />
        <ShopChoice {...props} legend="Своя скидка в магазине" keyOf={ownDiscountKey} />
        <CharacteristicChoice {...props} />
      </div>
    </Popover>
  );
}

interface ShopChoiceProps extends ColumnPickerProps {
  legend: string;
  keyOf: (shopId: number) => string;
}

function ShopChoice({ legend, keyOf, ...props }: ShopChoiceProps) {
  const { data: profile } = useQuery(userQueries.me());
  const shops = profile?.shops ?? [];
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{legend}</legend>
      {shops.length === 0 ? (
        <p className="text-sm text-muted">Магазинов пока нет: добавьте их в разделе «Магазины».</p>
      ) : null}
      <ul className="flex flex-col gap-1">
        {shops.map(({ id, name }) => (
          <li key={id}>
            <Choice {...props} columnKey={keyOf(id)} label={name} />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

function CharacteristicChoice(props: ColumnPickerProps) {
  const query = useQuery(characteristicsOfTable(props.selection));
  const [typed, setTyped] = useState('');
  const fieldRef = useOwnEscape<HTMLInputElement>(typed === '' ? null : () => setTyped(''));
  const listId = useId();
  const ofTable = query.data?.characteristics ?? [];
  const words = foldForSearch(typed).split(' ');
  const found = ofTable.filter(({ name }) => words.every((word) => foldForSearch(name).includes(word)));
  const chosen = props.chosen.filter((key) => ofTable.some(({ id }) => characteristicKey(id) === key));
  const isFull = chosen.length >= MAX_TABLE_VALUES_CHARACTERISTICS;
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">Характеристики</legend>
      {query.data ? (
        <>
          <SearchInput
            ref={fieldRef}
            label="Найти характеристику"
            placeholder="Найти характеристику"
            value={typed}
            onChange={setTyped}
            aria-controls={listId}
          />
          <ul id={listId} className="mt-2 flex flex-col gap-1">
            {found.map((one) => (
              <li key={one.id}>
                <Choice
                  {...props}
                  columnKey={characteristicKey(one.id)}
                  label={one.unit === '' ? one.name : `${one.name}, ${one.unit}`}
                  hint={hintOf(one, query.data.cardTotal)}
                  isFull={isFull}
                />
              </li>
            ))}
          </ul>
          <p aria-live="polite" className={found.length === 0 ? 'pt-2 text-sm text-muted' : 'sr-only'}>
            {found.length === 0 ? 'У выбранных карточек нет такой характеристики' : null}
          </p>
        </>
      ) : (
        <CharacteristicsProblem query={query} />
      )}
    </fieldset>
  );
}

interface ChoiceProps extends ColumnPickerProps {
  columnKey: string;
  label: string;
  hint?: string;
  isFull?: boolean;
}

function Choice({ columnKey, label, hint, chosen, edited, isFull = false, onChoose }: ChoiceProps) {
  const isChosen = chosen.includes(columnKey);
  const isEdited = isChosen && edited.has(columnKey);
  return (
    <Checkbox
      checked={isChosen}
      disabled={isEdited || (isFull && !isChosen)}
      onChange={(isOn) => onChoose(isOn ? [...chosen, columnKey] : chosen.filter((key) => key !== columnKey))}
      label={label}
      hint={isEdited ? 'В нём есть изменения' : hint}
    />
  );
}

function hintOf({ isRequired, cardCount }: SelectedCharacteristic, cardTotal: number): string {
  const whose = coverage(cardCount, cardTotal);
  return isRequired ? `Обязательная, ${whose}` : whose.charAt(0).toUpperCase() + whose.slice(1);
}
