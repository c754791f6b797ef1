import type { CardFunnel } from '#contract/card-funnel.ts';
import { formatNotBefore } from '#lib/dates.ts';
import { hrefTo } from '#lib/paths.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { useHasCome } from '#parts/use-has-come.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextLink } from '#ui/text-link.tsx';

type ShopOfFunnel = CardFunnel['shops'][number];

interface FunnelProblemsProps {
  shops: readonly ShopOfFunnel[];
  /** There is no other shop that has the card. */
  isAll: boolean;
  /** When the response came, by the device's own clock: it may be wrong. */
  answeredAtMs: number;
  isAsking: boolean;
  /** The shops whose time has come. */
  onAskAgain: (shopIds: number[]) => void;
}

/** Shops of which the marketplace says nothing: why, and what helps — a token, or asking again once its limit allows. */
export function FunnelProblems({ shops, isAll, answeredAtMs, isAsking, onAskAgain }: FunnelProblemsProps) {
  const waiting = shops.flatMap(({ shopId, ...shop }) => {
    const atMs = askableAtMs(shop, answeredAtMs);
    return atMs === null ? [] : [{ shopId, atMs }];
  });
  return (
    <Notice
      tone="warning"
      title={isAll ? 'Wildberries не показал воронку' : 'Воронка известна не у всех магазинов'}
      className="mb-4"
      action={
        waiting.length === 0 ? null : (
          <AskAgain
            fromMs={Math.min(...waiting.map(({ atMs }) => atMs))}
            isAsking={isAsking}
            onAskAgain={() => onAskAgain(askableNow(waiting))}
          />
        )
      }
    >
      <ul aria-label="Магазины без воронки" className="mt-1 flex flex-col gap-1 text-sm">
        {shops.map((shop) => (
          <li key={shop.shopId} className="break-words">
            {shop.shopName}: {shop.problem ?? 'Wildberries не ответил'}.{' '}
            <WayOn shopId={shop.shopId} askableMs={askableAtMs(shop, answeredAtMs)} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface AskAgainProps {
  /** Earlier it is of no use. */
  fromMs: number;
  isAsking: boolean;
  onAskAgain: () => void;
}

function AskAgain({ fromMs, isAsking, onAskAgain }: AskAgainProps) {
  const hasCome = useHasCome(fromMs);
  const offlineReason = useOnlineOnly()('Воронку показывает Wildberries: нужна связь');
  return (
    <Button
      size="sm"
      icon="refresh"
      loading={isAsking}
      disabledReason={
        offlineReason ?? (hasCome ? null : `Wildberries ответит после ${formatNotBefore(fromMs)}`)
      }
      onClick={onAskAgain}
    >
      Повторить
    </Button>
  );
}

function WayOn({ shopId, askableMs }: { shopId: number; askableMs: number | null }) {
  const hasCome = useHasCome(askableMs ?? 0);
  if (askableMs === null) return <TextLink to={hrefTo.shopTokens(shopId)}>К токенам магазина</TextLink>;
  return hasCome ? 'Можно спросить снова.' : `Спросить снова можно после ${formatNotBefore(askableMs)}.`;
}

function askableNow(waiting: readonly { shopId: number; atMs: number }[]): number[] {
  const nowMs = Date.now();
  return waiting.filter(({ atMs }) => atMs <= nowMs).map(({ shopId }) => shopId);
}

function askableAtMs(
  { askAgainInSeconds = null }: Pick<ShopOfFunnel, 'askAgainInSeconds'>,
  answeredAtMs: number,
): number | null {
  return askAgainInSeconds === null ? null : answeredAtMs + askAgainInSeconds * 1000;
}
