import type { BulkEditState } from '#contract/bulk-edits.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';

const OF_CARDS = ['карточки', 'карточек', 'карточек'] as const;

interface ChangesNoticeProps {
  id: number;
  state: BulkEditState;
  /** Cards that have the changes now. */
  appliedCount: number;
  /** To look at them is what the screen is for. */
  isMain: boolean;
}

/** Where the changes stand that a file came to, and the way to them. */
export function ChangesNotice({ id, state, appliedCount, isMain }: ChangesNoticeProps) {
  const isWaiting = state === 'READY' || state === 'PREPARING';
  const way = (
    <LinkButton to={hrefTo.bulkEdit({ id })} variant={isWaiting && isMain ? 'primary' : 'secondary'}>
      Посмотреть изменения
    </LinkButton>
  );
  if (isWaiting) {
    return (
      <Notice tone="info" title="Изменения ждут вас" action={way}>
        Посмотрите, что станет с каждой карточкой, и примените. Неприменённые изменения хранятся сутки.
      </Notice>
    );
  }
  if (state === 'APPLYING' || state === 'ROLLING_BACK') {
    const isGoing = state === 'APPLYING';
    return (
      <Notice tone="info" title={isGoing ? 'Изменения применяются' : 'Изменения откатываются'} action={way} />
    );
  }
  if (state === 'STOPPED') {
    return (
      <Notice tone="warning" title="Изменения применены не все" action={way}>
        Их остановили. Сейчас действуют у {countOf(appliedCount, OF_CARDS)}.
      </Notice>
    );
  }
  return appliedCount > 0 ? (
    <Notice tone="success" title="Изменения применены" action={way}>
      Действуют у {countOf(appliedCount, OF_CARDS)}. Откатить их можно 30 дней.
    </Notice>
  ) : (
    <Notice tone="info" title="Изменения не действуют" action={way}>
      Их откатили, или карточки к тому времени изменил кто-то другой.
    </Notice>
  );
}
