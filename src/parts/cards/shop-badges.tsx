import type { ProfileShop } from '#contract/users.ts';

/** Badge colours of shops by their number; white letters keep 4.5:1 on each. */
const COLORS = [
  'bg-[#7c3aed]',
  'bg-[#0369a1]',
  'bg-[#15803d]',
  'bg-[#b45309]',
  'bg-[#be185d]',
  'bg-[#0f766e]',
  'bg-[#4338ca]',
  'bg-[#a21caf]',
];
const MAX_SHOWN = 3;

interface ShopBadgeProps {
  shop: Pick<ProfileShop, 'name' | 'letter' | 'color'>;
  className?: string;
}

export function ShopBadge({ shop, className = '' }: ShopBadgeProps) {
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a letter that stands for a name, drawn without a file
      role="img"
      aria-label={shop.name}
      title={shop.name}
      className={`inline-flex size-[22px] shrink-0 items-center justify-center rounded-[6px] text-xs font-heading text-white ${COLORS[shop.color % COLORS.length]} ${className}`}
    >
      {shop.letter}
    </span>
  );
}

export type ShopsById = ReadonlyMap<number, ProfileShop>;

/** The shops that have a card, as letters. */
export function ShopBadges({ shopIds, shops }: { shopIds: readonly number[]; shops: ShopsById }) {
  if (shopIds.length === 0) return <span className="text-muted">—</span>;
  const shown = shopIds.slice(0, MAX_SHOWN).flatMap((id) => shops.get(id) ?? []);
  return (
    <>
      {shown.map((shop) => (
        <ShopBadge key={shop.id} shop={shop} className="mr-1" />
      ))}
      {shopIds.length > MAX_SHOWN ? (
        <span className="text-sm text-muted">+{shopIds.length - MAX_SHOWN}</span>
      ) : null}
    </>
  );
}
