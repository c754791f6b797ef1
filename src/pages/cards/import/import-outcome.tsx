import type { CardImport } from '#contract/imports.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { hintLinesText } from '#parts/unread-lines-text.ts';
import { Notice } from '#ui/notice.tsx';
import { StatTile } from '#ui/stat-tile.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ImportChanges } from './import-changes.tsx';
import { cardCountOf, CARD_FORMS, refusedCardCountOf, ROW_FORMS } from './import-texts.ts';

/** What the rows would do and have done, in figures, and the way on. */
export function ImportOutcome({ table }: { table: CardImport }) {
  const { state, counts, edit, rowTotal } = table;
  const appliedCount = edit?.appliedCount ?? 0;
  const hasBegun = state !== 'READY';
  const cardCount = cardCountOf(table);
  const refused = refusedCardCountOf(table);
  const hints = hintLinesText(table.hintLines ?? []);
  return (
    <>
      {hints === null ? null : <p className="text-muted">{hints}</p>}
      {cardCount < rowTotal ? (
        <p className="text-muted">
          В таблице {countOf(rowTotal, ROW_FORMS)} — {countOf(cardCount, CARD_FORMS)}: строки одной карточки
          собраны вместе.
        </p>
      ) : null}
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile
          label="Новые карточки"
          value={formatInteger(counts.fresh + counts.created)}
          note={hasBegun ? `создано ${formatInteger(counts.created)}` : 'станут черновиками'}
        />
        <StatTile
          label={appliedCount > 0 ? 'Изменения' : 'Изменятся'}
          value={formatInteger(counts.changed)}
          note={appliedCount > 0 ? `применено ${formatInteger(appliedCount)}` : 'покажем заранее'}
        />
        <StatTile label="Без изменений" value={formatInteger(counts.same)} note="уже такие" />
        <StatTile
          label="С ошибками"
          value={formatInteger(refused)}
          note={refused < counts.refused ? countOf(counts.refused, ROW_FORMS) : 'ничего не изменят'}
        />
      </div>
      <ImportChanges table={table} />
      {state === 'CREATED' && counts.created > 0 ? (
        <Notice tone="success" title="Черновики созданы">
          Они в <TextLink to={paths.cards}>списке карточек</TextLink>, на вкладке «Черновики». Ненужные
          уберите там в архив: сами они в магазины не отправятся.
        </Notice>
      ) : null}
      {counts.fresh + counts.created + counts.changed + counts.refused === 0 ? (
        <Notice tone="success" title="Менять нечего">
          Все карточки таблицы уже такие, как в ней.
        </Notice>
      ) : null}
    </>
  );
}
