import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { applicationQueries } from '#api/promotion-applications.ts';
import type { ApplicationGuards } from '#contract/promotion-applications.ts';
import type { Promotion } from '#contract/promotions.ts';
import { formatDateTime } from '#lib/dates.ts';
import { ProblemOrSkeleton } from '#parts/problem-or-skeleton.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RadioGroup } from '#ui/radio-group.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { ApplicationDialog } from './application-dialog.tsx';
import type { ChosenCards } from './chosen-cards.ts';

interface ApplyDialogProps {
  promotion: Promotion;
  inShops: readonly Promotion[];
  chosen: ChosenCards;
  guards: ApplicationGuards;
  onClose: () => void;
  onStarted: () => void;
}

/** Asks the server what would be sent, shows it in numbers, and follows it once it is sent. */
export function ApplyDialog({ promotion, inShops, chosen, guards, onClose, onStarted }: ApplyDialogProps) {
  const isChoosing = chosen.kind === 'JOIN' && inShops.some(({ period }) => period === 'upcoming');
  const [moment, setMoment] = useState<'start' | 'now'>(isChoosing ? 'start' : 'now');
  // What is chosen is forgotten when it is sent; what was prepared is not.
  const [byPromotion] = useState(chosen.byPromotion);
  const query = useQuery(
    applicationQueries.prepare({
      kind: chosen.kind,
      chosen: [...byPromotion].map(([promotionId, nmIds]) => ({ promotionId, nmIds: [...nmIds] })),
      uploadNow: moment === 'now',
      guards,
    }),
  );
  const choice = isChoosing ? (
    <RadioGroup
      label="Когда изменить цены"
      className="mb-4"
      value={moment}
      onChange={setMoment}
      options={[
        { value: 'start', label: `Когда акция начнётся: ${formatDateTime(promotion.startsAt)}` },
        { value: 'now', label: 'Сейчас' },
      ]}
    />
  ) : null;
  if (query.data) {
    return <ApplicationDialog id={query.data.id} choice={choice} onClose={onClose} onStarted={onStarted} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={chosen.kind === 'JOIN' ? 'Добавить в акцию' : 'Вывести из акции'}
      footer={<Button onClick={onClose}>Отмена</Button>}
    >
      {choice}
      <ProblemOrSkeleton
        query={query}
        shopId={promotion.shopId}
        offlineTitle="Нужна связь"
        offlineText="Цены акции читаются на Wildberries. Посмотрите, когда появится связь."
        skeleton={
          <output aria-label="Смотрим цены на Wildberries" className="block">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="mt-3 h-40 w-full" />
          </output>
        }
      />
    </Dialog>
  );
}
