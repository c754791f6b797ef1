import { session } from '#api/session/session.ts';
import type { GroupChange } from '#contract/card-groups.ts';
import { MAX_COPIED_CARDS, MAX_GROUPED_CARDS } from '#contract/selection-limits.ts';
import { MAX_TAKEN_CARDS } from '#contract/taking-limits.ts';
import { BarButton } from '#ui/floating-bar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

interface MoreMenuProps {
  /** How many cards are chosen. */
  count: number;
  onTake: () => void;
  onDuplicate: () => void;
  onGroup: (change: GroupChange) => void;
  isBeginning: boolean;
  /** Of all: this device has no connection, or the choice is no whole. */
  refusal: (offlineText: string) => string | null;
}

/** What is done with chosen cards now and then: taken along, copied, put into one group at the marketplace. */
export function MoreMenu({ count, onTake, onDuplicate, onGroup, isBeginning, refusal }: MoreMenuProps) {
  const groupRefusal =
    refusal('Склейки меняются на Wildberries: нужна связь') ??
    (count > MAX_GROUPED_CARDS ? `За один раз — до ${MAX_GROUPED_CARDS} карточек` : null);
  const copyRefusal =
    refusal('Копии создаются только при связи') ??
    (count > MAX_COPIED_CARDS ? 'За раз — до 10\u00a0000 карточек: сузьте выбор' : null);
  const takeRefusal = session.getSession().isForeignDevice
    ? 'На чужом компьютере ничего не хранится'
    : (refusal('Взять с собой можно только при связи') ??
      (count > MAX_TAKEN_CARDS ? 'За раз — до 2\u00a0000 карточек: сузьте выбор' : null));
  return (
    <Menu
      side="above"
      trigger={(props) => (
        <BarButton {...props} loading={isBeginning}>
          Другое
        </BarButton>
      )}
    >
      <MenuItem disabledReason={takeRefusal} onSelect={onTake}>
        Взять с собой
      </MenuItem>
      <MenuItem disabledReason={copyRefusal} onSelect={onDuplicate}>
        Дублировать
      </MenuItem>
      <MenuItem
        disabledReason={groupRefusal ?? (count < 2 ? 'Выберите хотя бы две карточки' : null)}
        onSelect={() => onGroup('MERGE')}
      >
        Объединить в склейку
      </MenuItem>
      <MenuItem disabledReason={groupRefusal} onSelect={() => onGroup('SPLIT')}>
        Разъединить склейку
      </MenuItem>
    </Menu>
  );
}
