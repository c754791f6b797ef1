import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { userQueries } from '#api/users.ts';
import { useReadShopWbTags } from '#api/wb-tags.ts';
import type { ProfileShop } from '#contract/users.ts';
import type { WbTag } from '#contract/wb-tags.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { sendingRefusal } from '#pages/cards/send/sendable-shops.ts';
import { NewWbTag } from '#pages/cards/wb-tags/new-wb-tag.tsx';
import { WbTagChip } from '#pages/cards/wb-tags/wb-tag-chip.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { WbTagDraft } from './wb-tag-draft.ts';

const ACTIONS: readonly { value: WbTagDraft['action']; label: string }[] = [
  { value: 'ADD', label: 'Добавить к тем, что есть' },
  { value: 'REMOVE', label: 'Убрать' },
];

interface WbTagFieldsProps {
  draft: WbTagDraft;
  onChange: (draft: WbTagDraft) => void;
}

/** In which shop, and which of its tags at the marketplace the cards are to get or to lose. */
export function WbTagFields({ draft, onChange }: WbTagFieldsProps) {
  const { data: profile } = useQuery(userQueries.me());
  if (!profile) return <Skeleton className="h-8 w-full" />;
  const shop = profile.shops.find(({ id }) => id === draft.shopId);
  const refusal = shop ? sendingRefusal(shop) : null;
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Магазин" error={refusal ?? undefined}>
          <Select
            value={draft.shopId === null ? '' : String(draft.shopId)}
            placeholder="Выберите"
            // Another shop has tags of its own.
            onChange={(shopId) => onChange({ ...draft, shopId: Number(shopId), tags: [] })}
            options={profile.shops.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        </Field>
        <Field label="Что сделать">
          <Select
            value={draft.action}
            onChange={(action) => onChange({ ...draft, action })}
            options={ACTIONS}
          />
        </Field>
      </div>
      {shop && refusal === null ? (
        <TagChoice
          key={shop.id}
          shop={shop}
          chosen={draft.tags}
          onChange={(tags) => onChange({ ...draft, tags })}
        />
      ) : null}
      <p className="text-sm text-muted">
        Ярлыки кабинета Wildberries: свои у каждого магазина, покупатели их не видят. С полем «Ярлыки» они не
        связаны. Остальные ярлыки карточек останутся.
      </p>
    </div>
  );
}

interface TagChoiceProps {
  shop: Pick<ProfileShop, 'id'>;
  chosen: readonly WbTag[];
  onChange: (tags: WbTag[]) => void;
}

/** The shop's tags, read when it is chosen. */
function TagChoice({ shop, chosen, onChange }: TagChoiceProps) {
  const read = useReadShopWbTags();
  const offlineReason = useOnlineOnly()('Ярлыки WB меняются на Wildberries: нужна связь');
  /** The shop's list after a tag was made; null: as it was read. */
  const [listed, setListed] = useState<WbTag[] | null>(null);
  const { mutate } = read;
  const shopId = shop.id;
  useEffect(() => mutate(shopId), [mutate, shopId]);
  if (read.error) {
    return <LoadProblem error={read.error} onRetry={() => mutate(shopId)} shopId={shopId} />;
  }
  const shopTags = listed ?? read.data?.shopTags;
  if (!shopTags) {
    return (
      <p className="flex items-center gap-2" aria-live="polite">
        <Spinner />
        Читаем ярлыки на Wildberries…
      </p>
    );
  }
  const isChosen = (tag: WbTag) => chosen.some(({ id }) => id === tag.id);
  return (
    <div>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium">Ярлыки WB</legend>
        {shopTags.length === 0 ? (
          <p className="text-muted">В этом магазине ярлыков WB ещё нет. Создайте первый.</p>
        ) : null}
        {shopTags.map((tag) => (
          <Checkbox
            key={tag.id}
            checked={isChosen(tag)}
            onChange={(isTicked) =>
              onChange(isTicked ? [...chosen, tag] : chosen.filter(({ id }) => id !== tag.id))
            }
            label={<WbTagChip {...tag} />}
          />
        ))}
      </fieldset>
      <NewWbTag
        shopId={shopId}
        tagCount={shopTags.length}
        disabledReason={offlineReason}
        onMade={(tags, tagId) => {
          setListed(tags);
          const made = tags.find(({ id }) => id === tagId);
          if (made) onChange([...chosen, made]);
        }}
      />
    </div>
  );
}
