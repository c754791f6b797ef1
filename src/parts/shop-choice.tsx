import type { ProfileShop } from '#contract/users.ts';
import { countOf } from '#lib/plurals.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Popover } from '#ui/popover.tsx';

interface ShopChoiceProps {
  shops: readonly ProfileShop[];
  /** None means all. */
  chosen: readonly number[];
  onChange: (shopIds: number[]) => void;
}

/** «Все магазины», one of them, or several. */
export function ShopChoice({ shops, chosen, onChange }: ShopChoiceProps) {
  return (
    <Popover
      label="Магазины"
      trigger={(props) => (
        <Button {...props} iconEnd="chevron-down" style={{ maxWidth: 'min(18rem, 100%)' }}>
          <span className="truncate">{chosenText(shops, chosen)}</span>
        </Button>
      )}
      className="p-2"
    >
      <fieldset className="flex max-h-80 w-72 flex-col overflow-y-auto">
        <legend className="sr-only">Магазины</legend>
        <Checkbox
          checked={chosen.length === 0}
          onChange={() => onChange([])}
          label="Все магазины"
          className="rounded-control px-2 py-1.5 hover:bg-hover"
        />
        {shops.map((shop) => (
          <Checkbox
            key={shop.id}
            checked={chosen.includes(shop.id)}
            onChange={(isOn) =>
              onChange(isOn ? [...chosen, shop.id] : chosen.filter((shopId) => shopId !== shop.id))
            }
            label={shop.name}
            className="rounded-control px-2 py-1.5 hover:bg-hover"
          />
        ))}
      </fieldset>
    </Popover>
  );
}

function chosenText(shops: readonly ProfileShop[], chosen: readonly number[]): string {
  const [first] = chosen;
  if (first === undefined) return 'Все магазины';
  const known = chosen.length === 1 ? shops.find(({ id }) => id === first) : undefined;
  return known?.name ?? countOf(chosen.length, ['магазин', 'магазина', 'магазинов']);
}
