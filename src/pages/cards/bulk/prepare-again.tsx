import { useNavigate } from 'react-router-dom';
import { useCreateBulkEdit } from '#api/bulk-edits.ts';
import type { BulkEdit } from '#contract/bulk-edits.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { isRule } from './change-drafts.ts';

const AT_CARDS = ['карточку', 'карточки', 'карточек'] as const;

interface PrepareAgainProps {
  edit: BulkEdit;
  /** Which of its cards were left as they are. */
  only: 'REFUSED' | 'CHANGED_SINCE';
}

/** The same change of those cards alone, as they are now: a new edit, to be looked at before anything happens. */
export function PrepareAgain({ edit: { id, change, counts }, only }: PrepareAgainProps) {
  const create = useCreateBulkEdit();
  const navigate = useNavigate();
  const offline = useOnlineOnly()('Доступно только при связи');
  const count = only === 'REFUSED' ? counts.refused : counts.changedSince;
  if (count === 0) return null;
  if (!isRule(change)) return <p className="text-sm text-muted">{sourceText(change.kind)}</p>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        loading={create.isPending}
        disabledReason={offline}
        onClick={() =>
          create.mutate(
            // Without a count: those that are deleted meanwhile are not missed.
            { selection: { bulkEdit: id, only }, change },
            { onSuccess: (next) => void navigate(hrefTo.bulkEdit({ id: next.id })) },
          )
        }
      >
        Подготовить заново
      </Button>
      <p className="text-sm text-muted">
        Посмотрим ещё раз на {countOf(count, AT_CARDS)} с тем же изменением. Само ничего не применится.
      </p>
    </div>
  );
}

/** What each card was to have was said by its source alone. */
function sourceText(kind: BulkEdit['change']['kind']): string | null {
  switch (kind) {
    case 'TABLE':
      return 'Чтобы изменить и эти карточки, поправьте их строки и вставьте таблицу ещё раз.';
    case 'GRID':
    case 'GRID_WITH_DISCOUNTS':
      return 'Чтобы изменить и эти карточки, поправьте их в таблице ещё раз.';
    case 'FILE':
    case 'CARD_FILE':
    case 'CARD_FILE_WITH_WB_SIZES':
    case 'COST_TABLE':
      return 'Чтобы изменить и эти карточки, поправьте их строки и загрузите файл ещё раз.';
    case 'COUNT':
      return 'Чтобы изменить и эти карточки, посчитайте их ещё раз.';
    default:
      return null;
  }
}
