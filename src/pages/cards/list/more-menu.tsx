import { MAX_COPIED_CARDS } from '#contract/card-copies.ts';
import { MAX_GROUPED_CARDS, type GroupChange } from '#contract/card-groups.ts';
import { BarButton } from '#ui/floating-bar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

interface MoreMenuProps {
  /** How many cards are chosen. */
  count: number;
  onDuplicate: () => void;
  onGroup: (change: GroupChange) => void;
  isBeginning: boolean;
  /** Of all: this device has no connection, or the choice is no whole. */
  refusal: (offlineText: string) => string | null;
}

/** What is done with chosen cards now and then: copies of them, one group at the marketplace. */
export function MoreMenu({ count, onDuplicate, onGroup, isBeginning, refusal }: MoreMenuProps) {
  const groupRefusal =
    refusal('Склейки меняются на Wildberries: нужна связь') ??
    (count > MAX_GROUPED_CARDS ? `За один раз — до ${MAX_GROUPED_CARDS} карточек` : null);
  const copyRefusal =
    refusal('Копии создаются только при связи') ??
    (count > MAX_COPIED_CARDS
      ? `За раз — до ${MAX_COPIED_CARDS} карточек. Больше: скачайте их, измените артикулы и загрузите таблицей`
      : null);
  return (
    <Menu
      side="above"
      trigger={(props) => (
        <BarButton {...props} loading={isBeginning}>
          Другое
        </BarButton>
      )}
    >
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
