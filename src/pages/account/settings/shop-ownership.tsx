import type { Taxpayer } from '#contract/taxpayers.ts';
import type { ProfileShop } from '#contract/users.ts';
import { inQuotes } from '#lib/text.ts';
import { Checkbox } from '#ui/checkbox.tsx';

interface ShopOwnershipProps {
  shops: readonly ProfileShop[];
  chosen: readonly number[];
  /** Whose the shops are now. */
  others: readonly Taxpayer[];
  onChange: (shopIds: number[]) => void;
}

/** Which shops are a taxpayer's; of another's it is said whose they are now. */
export function ShopOwnership({ shops, chosen, others, onChange }: ShopOwnershipProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Магазины</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5">
        {shops.map(({ id, name }) => {
          const owner = others.find((one) => !one.isDefault && one.shopIds.includes(id));
          return (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={(isOn) =>
                onChange(isOn ? inOrder([...chosen, id]) : chosen.filter((shopId) => shopId !== id))
              }
              label={name}
              hint={owner && !chosen.includes(id) ? `сейчас у ${inQuotes(owner.name)}` : undefined}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function inOrder(ids: number[]): number[] {
  return ids.toSorted((one, other) => one - other);
}
