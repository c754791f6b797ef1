import { useState } from 'react';
import { useWrittenTitles } from '#api/written-titles.ts';
import type { CardContent, ShopText } from '#contract/cards.ts';
import type { ProfileShop } from '#contract/users.ts';
import { wordDifference } from '#lib/word-difference.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { TextChange } from '#parts/cards/text-change.tsx';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ModelNote } from './model-note.tsx';
import { textsIn, withTexts } from './shop-texts.ts';

interface ShopTitlesDialogProps {
  shops: readonly ProfileShop[];
  values: CardContent;
  onTake: (shopTexts: ShopText[]) => void;
  onClose: () => void;
}

/** A title for each shop, no two alike, from what the card says: looked at beside those of now, and taken one by one. */
export function ShopTitlesDialog({ shops, values, onTake, onClose }: ShopTitlesDialogProps) {
  const writer = useWrittenTitles();
  const onlineOnly = useOnlineOnly();
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const titleIn = (shopId: number) => textsIn(values, shopId).title || values.title;
  const offered = (writer.written?.byShop ?? []).filter(({ shopId, title }) => title !== titleIn(shopId));
  const taken = offered.filter(({ shopId }) => !left.has(shopId));
  const suggest = () =>
    writer.write({
      title: values.title,
      subjectId: values.subjectId,
      brand: values.brand,
      characteristics: values.characteristics,
      shopIds: shops.map(({ id }) => id),
    });
  const take = () => {
    onTake(
      taken.reduce(
        (shopTexts, { shopId, title }) => withTexts({ shopTexts }, shopId, { title }),
        values.shopTexts ?? [],
      ),
    );
    onClose();
  };
  return (
    <Dialog
      open
      size="lg"
      onClose={onClose}
      onSubmit={take}
      title="Разные наименования"
      description="Одинаковые карточки в разных магазинах мешают друг другу в поиске. Варианты составлены из характеристик карточки."
      footer={
        <>
          {writer.isSlow ? (
            <Button icon="close" onClick={writer.stop}>
              Остановить
            </Button>
          ) : (
            <Button onClick={onClose}>Отмена</Button>
          )}
          {writer.written ? (
            <Button
              type="submit"
              variant="primary"
              disabledReason={taken.length === 0 ? 'Не выбрано ни одного' : null}
            >
              Взять {taken.length}
            </Button>
          ) : (
            <Button
              variant="primary"
              loading={writer.isWriting}
              onClick={suggest}
              disabledReason={
                values.subjectId === 0
                  ? 'Сначала выберите предмет'
                  : onlineOnly('Варианты предлагаются только при связи')
              }
            >
              Предложить
            </Button>
          )}
        </>
      }
    >
      <ul aria-label="Наименования по магазинам" className="flex flex-col divide-y divide-line-soft">
        {shops.map((shop) => {
          const offer = offered.find(({ shopId }) => shopId === shop.id);
          return (
            <li key={shop.id} className="flex items-start gap-3 py-2.5">
              {offer ? (
                <Checkbox
                  aria-label={`Взять для ${shop.name}`}
                  checked={!left.has(shop.id)}
                  onChange={(isTaken) => {
                    const next = new Set(left);
                    if (isTaken) next.delete(shop.id);
                    else next.add(shop.id);
                    setLeft(next);
                  }}
                />
              ) : null}
              <div className="min-w-0 grow">
                <div className="text-sm text-muted">{shop.name}</div>
                {offer ? (
                  <TextChange
                    before={titleIn(shop.id)}
                    after={offer.title}
                    parts={wordDifference(titleIn(shop.id), offer.title)}
                  />
                ) : (
                  <>
                    <div className="wrap-anywhere">{titleIn(shop.id)}</div>
                    {writer.written ? (
                      <div className="text-sm text-muted">Другого варианта нет: заполните характеристики</div>
                    ) : null}
                  </>
                )}
              </div>
            </li>
          );
        })}
      </ul>
      {writer.written ? <ModelNote source={writer.written.source} /> : null}
    </Dialog>
  );
}
