import { MAX_GROUPED_CARDS, type GroupChange } from '#contract/card-groups.ts';
import { BarButton } from '#ui/floating-bar.tsx';
import { Menu, MenuItem } from '#ui/menu.tsx';

interface GroupsMenuProps {
  /** How many cards are chosen. */
  count: number;
  onChoose: (change: GroupChange) => void;
  isBeginning: boolean;
  disabledReason: string | null;
}

/** The chosen cards put into one group at the marketplace, or taken out of their groups. */
export function GroupsMenu({ count, onChoose, isBeginning, disabledReason }: GroupsMenuProps) {
  const refusal =
    disabledReason ?? (count > MAX_GROUPED_CARDS ? `За один раз — до ${MAX_GROUPED_CARDS} карточек` : null);
  return (
    <Menu
      side="above"
      trigger={(props) => (
        <BarButton {...props} loading={isBeginning}>
          Склейка
        </BarButton>
      )}
    >
      <MenuItem
        disabledReason={refusal ?? (count < 2 ? 'Выберите хотя бы две карточки' : null)}
        onSelect={() => onChoose('MERGE')}
      >
        Объединить
      </MenuItem>
      <MenuItem disabledReason={refusal} onSelect={() => onChoose('SPLIT')}>
        Разъединить
      </MenuItem>
    </Menu>
  );
}
