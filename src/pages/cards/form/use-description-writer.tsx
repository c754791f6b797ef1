import { useWrittenDescription } from '#api/written-text.ts';
import { MAX_OTHER_TEXT_LENGTH, MAX_OTHER_TEXTS, type WrittenDescription } from '#contract/card-texts.ts';
import type { CardContent } from '#contract/cards.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { Button } from '#ui/button.tsx';
import { useCardForm } from './form-context.ts';
import { TextOffer } from './text-offer.tsx';
import { TextOnItsWay } from './text-on-its-way.tsx';

interface DescriptionWriterOptions {
  /** What stands in the field now. */
  before: string;
  title: string;
  /** Worded for that shop. */
  shopId?: number;
  onTake: (description: string) => void;
}

/** The button that has a description written, and what it offers: shown as it comes, taken only when that is asked for. */
export function useDescriptionWriter({ before, title, shopId, onTake }: DescriptionWriterOptions) {
  const { values } = useCardForm();
  const writer = useWrittenDescription();
  const onlineOnly = useOnlineOnly();
  const { subjectId, brand, characteristics } = values;
  const button = (
    <Button
      size="sm"
      variant="ghost"
      icon="sparkle"
      loading={writer.isWriting}
      onClick={() =>
        writer.write({
          title,
          subjectId,
          brand,
          characteristics,
          shopId,
          otherTexts: textsElsewhere(values, shopId),
        })
      }
      disabledReason={
        subjectId === 0 ? 'Сначала выберите предмет' : onlineOnly('Описание пишется только при связи')
      }
    >
      Написать
    </Button>
  );
  const offer = writer.isWriting ? (
    <TextOnItsWay text={writer.part} onStop={writer.stop} />
  ) : (
    writer.written && (
      <TextOffer
        label="Предложенное описание"
        sameText="Такое описание уже стоит."
        note={noteOf(writer.written)}
        before={before}
        after={writer.written.description}
        onAccept={() => {
          if (writer.written) onTake(writer.written.description);
          writer.forget();
        }}
        onClose={writer.forget}
      />
    )
  );
  return { button, offer };
}

function noteOf({ source, isShared }: WrittenDescription): string | undefined {
  if (source === 'model') return 'Написано языковой моделью: проверьте факты';
  return isShared === true
    ? 'В другом магазине описание будет таким же: в карточке мало характеристик. Заполните их или допишите текст сами'
    : undefined;
}

/** What the card says in other places than this shop; without a shop, than the card itself. */
function textsElsewhere({ description, shopTexts = [] }: CardContent, shopId: number | undefined): string[] {
  const others = shopTexts.filter((one) => one.shopId !== shopId).map((one) => one.description);
  const texts = shopId === undefined ? others : [description, ...others];
  return texts
    .filter((text) => text !== '' && text.length <= MAX_OTHER_TEXT_LENGTH)
    .slice(0, MAX_OTHER_TEXTS);
}
