import type { ShopProblem } from '#contract/shop-problem.ts';
import { hrefTo, paths } from '#lib/paths.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { ShopProblemDetail } from './shop-problem-detail.tsx';

interface ShopProblemsProps {
  title: string;
  problems: readonly ShopProblem[];
}

/** Shops whose part is missing from what is shown, each with the reason and the way to its tokens. */
export function ShopProblems({ title, problems }: ShopProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice
      tone="warning"
      title={title}
      action={
        <LinkButton to={paths.shops} size="sm">
          К магазинам
        </LinkButton>
      }
    >
      <ul className="mt-1 text-sm">
        {problems.map(({ shopId, shopName, detail, retryAt }) => (
          <li key={`${shopId} ${detail}`}>
            <TextLink to={hrefTo.shopTokens(shopId)}>{shopName}</TextLink>:{' '}
            <ShopProblemDetail detail={detail} retryAt={retryAt} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}
