import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { taxpayerQueries } from '#api/taxpayers.ts';
import { userQueries } from '#api/users.ts';
import { MAX_TAXPAYERS, type Taxpayer } from '#contract/taxpayers.ts';
import type { ProfileShop } from '#contract/users.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { useEntityOutbox, useOutboxContent } from '#offline/outbox/use-outbox.ts';
import { isStuck } from '#parts/is-stuck.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { WaitingNote } from '#parts/outbox/waiting-note.tsx';
import { VatMeter } from '#parts/vat-meter.tsx';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { DeleteTaxpayer } from './delete-taxpayer.tsx';
import { NewTaxpayerDialog } from './new-taxpayer-dialog.tsx';
import { TaxpayerForm } from './taxpayer-form.tsx';
import { withWaitingTaxpayers } from './use-save-taxpayer.ts';

/** Whose taxes are counted together, by which rates, and how near each is to VAT. */
export function TaxPanel() {
  const asked = taxpayerQueries.list();
  const query = useQuery({ ...asked, meta: { ...asked.meta, isShownInPlace: true } });
  const { data: profile } = useQuery(userQueries.me());
  const waiting = useOutboxContent();
  const onlineOnly = useOnlineOnly();
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<Taxpayer | null>(null);
  const shops = profile?.shops ?? [];
  const all = query.data && withWaitingTaxpayers(query.data, waiting);
  const refusal =
    onlineOnly('Добавить налогоплательщика можно только при связи') ??
    (all === undefined ? 'Ставки ещё загружаются' : null) ??
    (all && all.length >= MAX_TAXPAYERS ? `Налогоплательщиков — не больше ${MAX_TAXPAYERS}` : null);
  return (
    <Panel
      title="Налог"
      actions={
        <Button
          size="sm"
          disabledReason={refusal}
          onClick={() => setAdding(true)}
          // The whole of it is one long word, too wide beside the title of a narrow window.
          aria-label="Добавить налогоплательщика"
        >
          Добавить
        </Button>
      }
    >
      <p className="mb-4 text-ink-2">
        Ставка действует со своего дня до следующей. Магазины одного налогоплательщика облагаются вместе,
        с&nbsp;1&nbsp;января. Это оценка для управления, а не декларация.
      </p>
      {all === undefined ? (
        <>
          {isStuck(query) ? (
            <LoadProblem error={query.error} onRetry={() => void query.refetch()} />
          ) : (
            <Skeleton className="h-40 w-full" />
          )}
        </>
      ) : (
        all.map((taxpayer) => (
          <TaxpayerSection
            // A change made on another device replaces what is shown here.
            key={`${taxpayer.id} ${JSON.stringify([taxpayer.name, taxpayer.shopIds, taxpayer.taxRates])}`}
            taxpayer={taxpayer}
            all={all}
            shops={shops}
            onDelete={() => setDeleted(taxpayer)}
          />
        ))
      )}
      {isAdding && all ? (
        <NewTaxpayerDialog all={all} shops={shops} onClose={() => setAdding(false)} />
      ) : null}
      {deleted && all ? (
        <DeleteTaxpayer taxpayer={deleted} all={all} shops={shops} onClose={() => setDeleted(null)} />
      ) : null}
    </Panel>
  );
}

interface TaxpayerSectionProps {
  taxpayer: Taxpayer;
  all: readonly Taxpayer[];
  shops: readonly ProfileShop[];
  onDelete: () => void;
}

function TaxpayerSection({ taxpayer, all, shops, onDelete }: TaxpayerSectionProps) {
  const { data: thresholds } = useQuery(taxpayerQueries.vatThresholds());
  const outbox = useEntityOutbox('taxpayer', taxpayer.id);
  const threshold = thresholds?.find(({ taxpayerId }) => taxpayerId === taxpayer.id);
  const isOnly = all.length === 1;
  return (
    <section
      aria-label={isOnly ? undefined : taxpayer.name}
      className={isOnly ? 'flex flex-col gap-4' : 'mt-5 flex flex-col gap-4 border-t border-line pt-5'}
    >
      {isOnly ? null : <h3 className="font-heading break-words">{taxpayer.name}</h3>}
      <TaxpayerForm
        taxpayer={taxpayer}
        others={all.filter((one) => one !== taxpayer)}
        shops={shops}
        onDelete={onDelete}
      />
      <WaitingNote waiting={outbox} />
      {threshold ? <VatMeter threshold={threshold} /> : null}
    </section>
  );
}
