import { useEffect, useState } from 'react';
import { ApiError } from '#api/http/api-error.ts';
import { useReadWbTags, useSetWbTags } from '#api/wb-tags.ts';
import type { ProfileShop } from '#contract/users.ts';
import type { WbTag } from '#contract/wb-tags.ts';
import { inQuotes } from '#lib/text.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useHasFailed } from '#parts/use-has-failed.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { NewWbTag } from './new-wb-tag.tsx';
import { WbTagChip } from './wb-tag-chip.tsx';

interface Saved {
  /** False: taken, but the marketplace does not show it yet. */
  isShown: boolean;
  tagIds: number[];
  seenIds: number[];
}

interface WbTagsDialogProps {
  cardId: number;
  shop: Pick<ProfileShop, 'id' | 'name'>;
  onSaved: (saved: Saved) => void;
  onClose: () => void;
}

/** The shop's tags at the marketplace, read when it opens; those of the card are ticked. */
export function WbTagsDialog({ cardId, shop, onSaved, onClose }: WbTagsDialogProps) {
  const read = useReadWbTags({ isQuiet: true });
  const set = useSetWbTags();
  const offlineReason = useOnlineOnly()('Ярлыки WB меняются на Wildberries: нужна связь');
  /** Null: as they were read. */
  const [chosen, setChosen] = useState<readonly number[] | null>(null);
  /** The shop's list after a tag was made; null: as it was read. */
  const [listed, setListed] = useState<WbTag[] | null>(null);
  const hasFailed = useHasFailed(read);
  const { mutate } = read;
  const shopId = shop.id;
  const readAgain = () => {
    setChosen(null);
    setListed(null);
    mutate({ cardId, shopId });
  };
  useEffect(() => mutate({ cardId, shopId }), [mutate, cardId, shopId]);

  const cardTags = read.data?.cardTags ?? [];
  const seenIds = cardTags.map(({ id }) => id);
  const tagIds = chosen ?? seenIds;
  const shopTags = listed ?? read.data?.shopTags ?? [];
  // What the card still carries is shown, though the shop's list may lack it.
  const shown = [...shopTags, ...cardTags.filter(({ id }) => !shopTags.some((tag) => tag.id === id))];
  const isSame = tagIds.length === seenIds.length && tagIds.every((id) => seenIds.includes(id));

  const save = () => {
    if (!read.data || isSame || offlineReason !== null || set.isPending) return;
    const ids = [...tagIds];
    set.mutate(
      { cardId, shopId, tagIds: ids, seenIds },
      {
        onSuccess: ({ isShown }) => {
          onSaved({ isShown, tagIds: ids, seenIds });
          onClose();
        },
        onError: (error) => {
          if (error instanceof ApiError && error.status === 409) readAgain();
        },
      },
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      onSubmit={save}
      isDismissible={!set.isPending}
      size="sm"
      title={`Ярлыки WB в ${inQuotes(shop.name)}`}
      description="Те же, что в кабинете Wildberries: свои у каждого магазина, покупатели их не видят. С полем «Ярлыки» карточки не связаны."
      footer={
        <>
          <Button onClick={onClose} disabledReason={set.isPending ? 'Дождитесь ответа Wildberries' : null}>
            Отмена
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={set.isPending}
            disabledReason={offlineReason ?? whyNot(read.data !== undefined, isSame)}
          >
            Сохранить
          </Button>
        </>
      }
    >
      {hasFailed ? <LoadProblem error={read.error} onRetry={readAgain} shopId={shopId} /> : null}
      {read.data || hasFailed ? null : (
        <p className="flex items-center gap-2" aria-live="polite">
          <Spinner />
          Читаем ярлыки на Wildberries…
        </p>
      )}
      {read.data ? (
        <>
          <TagChoice tags={shown} tagIds={tagIds} onChange={setChosen} />
          <NewWbTag
            shopId={shopId}
            tagCount={shopTags.length}
            disabledReason={offlineReason}
            onMade={(tags, tagId) => {
              setListed(tags);
              if (tagId !== null) setChosen([...tagIds, tagId]);
            }}
          />
        </>
      ) : null}
    </Dialog>
  );
}

function whyNot(isRead: boolean, isSame: boolean): string | null {
  if (!isRead) return 'Читаем ярлыки на Wildberries';
  return isSame ? 'Изменений нет' : null;
}

interface TagChoiceProps {
  tags: readonly WbTag[];
  tagIds: readonly number[];
  onChange: (tagIds: number[]) => void;
}

function TagChoice({ tags, tagIds, onChange }: TagChoiceProps) {
  if (tags.length === 0) {
    return <p className="text-muted">В этом магазине ярлыков WB ещё нет. Создайте первый.</p>;
  }
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="sr-only">Ярлыки на карточке</legend>
      {tags.map((tag) => (
        <Checkbox
          key={tag.id}
          checked={tagIds.includes(tag.id)}
          onChange={(isChosen) =>
            onChange(isChosen ? [...tagIds, tag.id] : tagIds.filter((id) => id !== tag.id))
          }
          label={<WbTagChip {...tag} />}
        />
      ))}
    </fieldset>
  );
}
