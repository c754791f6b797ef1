import type { CardContent } from '#contract/cards.ts';
import type { ShopCard } from '#contract/shop-cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { formatDateTime } from '#lib/dates.ts';
import { formatKopecks } from '#lib/money.ts';
import { inQuotes } from '#lib/text.ts';
import { ShopBadge } from '#parts/cards/shop-badges.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Status, type StatusTone } from '#ui/status.tsx';
import { finalPriceKopecks } from './final-price.ts';
import { useCardForm } from './form-context.ts';
import { shopDifference } from './shop-difference.ts';
import { ShopDifferenceList } from './shop-difference-list.tsx';
import { textsIn } from './shop-texts.ts';

const STATES: Record<ShopCard['state'], { label: string; tone: StatusTone }> = {
  NOT_SENT: { label: 'Не отправлялась', tone: 'black' },
  PENDING: { label: 'Обновление', tone: 'orange' },
  PUBLISHED: { label: 'Опубликована', tone: 'green' },
  HAS_ERRORS: { label: 'Есть ошибки', tone: 'red' },
};

const UNSENT: { label: string; tone: StatusTone } = { label: 'Не отправлены правки', tone: 'orange' };

interface ShopLineProps {
  shop: ProfileShop;
  /** Undefined: the shop was added after the card was read. */
  shopCard: ShopCard | undefined;
  saved: CardContent;
  onWrite: () => void;
}

/** One shop: its state, its card at the marketplace, and how that differs from the form. */
export function ShopLine({ shop, shopCard, saved, onWrite }: ShopLineProps) {
  const { values } = useCardForm();
  const differences = shopCard ? shopDifference(shopCard, saved, values) : [];
  const { label, tone } =
    shopCard?.state === 'PUBLISHED' && differences.length > 0
      ? UNSENT
      : STATES[shopCard?.state ?? 'NOT_SENT'];
  return (
    <li data-field={`shopTexts.${shop.id}`} className="py-2.5">
      <div className="flex items-start gap-3">
        <ShopBadge shop={shop} />
        {/* The names of one seller's shops differ at their ends: they are never cut. */}
        <div className="min-w-0 grow">
          <div className="break-words">{shop.name}</div>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
            <Status tone={tone}>{label}</Status>
            {shopCard?.nmId ? <MarketplaceLink nmId={shopCard.nmId} /> : null}
          </div>
          {shopCard ? <PriceThere shopCard={shopCard} /> : null}
        </div>
        <IconButton
          icon="edit"
          size="sm"
          label={`Свои тексты для ${inQuotes(shop.name)}`}
          data-field-control
          onClick={onWrite}
        />
      </div>
      {shopCard ? <KeptThere shopCard={shopCard} /> : null}
      <OwnTexts shopId={shop.id} isTitleSaid={differences.some(({ field }) => field === 'title')} />
      {differences.length > 0 ? <ShopDifferenceList differences={differences} /> : null}
      {shopCard?.errors.map((error) => (
        <p key={error} className="mt-1 text-sm break-words text-red">
          {error}
        </p>
      ))}
    </li>
  );
}

function MarketplaceLink({ nmId }: { nmId: number }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1 text-sm text-muted">
      <a
        href={`https://www.wildberries.ru/catalog/${nmId}/detail.aspx`}
        target="_blank"
        rel="noreferrer"
        className="flex min-h-6 items-center gap-1 rounded-sm text-accent-ink underline-offset-2 hover:underline"
      >
        nmId {nmId}
        <Icon name="external" size={12} />
        <span className="sr-only"> — на сайте Wildberries, в новой вкладке</span>
      </a>
      <CopyButton text={String(nmId)} what="артикул WB" />
    </span>
  );
}

/** What a buyer sees there, as far as it was read, and when that was. */
function PriceThere({ shopCard: { nmId, priceKopecks, discount, syncedAt } }: { shopCard: ShopCard }) {
  if (nmId === null || priceKopecks === null) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      На маркетплейсе {formatKopecks(finalPriceKopecks(priceKopecks, discount ?? 0))}
      {syncedAt === null ? null : `, данные на ${formatDateTime(syncedAt)}`}
    </p>
  );
}

/** What is otherwise there and stays so: no shipment changes it. */
function KeptThere({ shopCard: { nmId, vendorCode, subject } }: { shopCard: ShopCard }) {
  const { values } = useCardForm();
  if (nmId === null) return null;
  const kept = [
    ...(vendorCode === values.vendorCode.trim() ? [] : [`артикул там ${inQuotes(vendorCode)}`]),
    ...(subject && subject.id !== values.subjectId ? [`предмет там ${inQuotes(subject.name)}`] : []),
  ];
  if (kept.length === 0) return null;
  return <p className="mt-1 text-sm wrap-anywhere text-muted">Отправка не меняет: {kept.join(', ')}</p>;
}

/** The title stands in the difference already, where there is one. */
function OwnTexts({ shopId, isTitleSaid }: { shopId: number; isTitleSaid: boolean }) {
  const { values } = useCardForm();
  const { title, description } = textsIn(values, shopId);
  return (
    <>
      {title === '' || isTitleSaid ? null : (
        <p className="mt-1 text-sm wrap-anywhere">Своё наименование: {title}</p>
      )}
      {description === '' ? null : <p className="mt-1 text-sm">Своё описание</p>}
    </>
  );
}
