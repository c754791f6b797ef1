import type { ProfileShop } from '#contract/users.ts';
import { Badge } from '#ui/badge.tsx';

/** Beside the name of a shop that is of the marketplace's sandbox: what is done there reaches no buyer. */
export function SandboxBadge({ shop }: { shop: Pick<ProfileShop, 'isSandbox'> }) {
  return shop.isSandbox ? (
    <>
      {' '}
      <Badge tone="orange">Песочница</Badge>
    </>
  ) : null;
}
