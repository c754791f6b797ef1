import { useWrittenDescription } from '#api/written-text.ts';
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
      onClick={() => writer.write({ title, subjectId, brand, characteristics, shopId })}
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
        note={writer.written.source === 'model' ? 'Написано языковой моделью: проверьте факты' : undefined}
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
