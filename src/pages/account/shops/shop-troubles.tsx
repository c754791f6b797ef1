import type { Shop } from '#contract/shops.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatInteger } from '#lib/numbers.ts';
import { countOf } from '#lib/plurals.ts';
import { Notice } from '#ui/notice.tsx';

const UNREAD = ['карточка не прочитана', 'карточки не прочитаны', 'карточек не прочитано'] as const;

/** What the marketplace answers otherwise than it is described; gone by itself when it answers as described again. */
export function ShopTroubles({ shops }: { shops: readonly Shop[] }) {
  return shops.map((shop) => (
    <div key={shop.id} className="contents">
      <Misfits shop={shop} />
      <UnreadCards shop={shop} />
    </div>
  ));
}

function Misfits({ shop: { name, misfits } }: { shop: Shop }) {
  if (misfits.length === 0) return null;
  const touched = [...new Set(misfits.map(({ touches }) => touches))].join(', ');
  return (
    <Notice
      tone="warning"
      title={`${name}: Wildberries отвечает не так, как описано: ${touched}`}
      className="mb-4"
    >
      <p className="text-sm">
        Таким ответам Прилавок не верит и ничего по ним не меняет. Сообщение исчезнет само, когда ответы снова
        станут понятны.
      </p>
      <ul className="mt-1 text-sm break-words">
        {misfits.map(({ operation, path, firstSeenAt, count }) => (
          <li key={operation}>
            {operation}
            {path === '' ? '' : `, поле ${path}`}: с {formatDateTime(firstSeenAt)},{' '}
            {countOf(count, ['раз', 'раза', 'раз'])}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function UnreadCards({ shop: { name, unreadCards } }: { shop: Shop }) {
  const { count, rows } = unreadCards;
  if (count === 0) return null;
  const left = count - rows.length;
  return (
    <Notice tone="warning" title={`${name}: ${countOf(count, UNREAD)}`} className="mb-4">
      <p className="text-sm">
        Wildberries прислал их в виде, который Прилавок не понимает. Остальные обновляются, а эти читаются
        снова раз в день.
      </p>
      <ul className="mt-1 text-sm break-words">
        {rows.map((row) => (
          <li key={row}>{row}</li>
        ))}
        {left > 0 ? <li>и ещё {formatInteger(left)}</li> : null}
      </ul>
    </Notice>
  );
}
