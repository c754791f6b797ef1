import { isAtWork, useApplyBulkEdit } from '#api/bulk-edits.ts';
import { useCompareCount } from '#api/stock-counts.ts';
import { pluralForm } from '#contract/plurals.ts';
import { formatAsOf } from '#lib/dates.ts';
import { hrefTo } from '#lib/paths.ts';
import { countOf } from '#lib/plurals.ts';
import { LoadProblem } from '#parts/load-problem.tsx';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import {
  keepComparison,
  lineOf,
  type CountComparison,
  keepSent,
  namedCardId,
  takenLines,
  type CountDocument,
} from '#offline/counts/count-document.ts';
import { Button } from '#ui/button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Panel } from '#ui/panel.tsx';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { countStateText, LINE_FORMS, ONLINE_ONLY } from './count-texts.ts';
import type { Comparison } from './use-comparison.ts';
import type { CountStep } from './use-counts.ts';

const OF_LINES = ['строки', 'строк', 'строк'] as const;
const GO_FORMS = ['уйдёт', 'уйдут', 'уйдёт'] as const;
const DIFFER_FORMS = ['расходится', 'расходятся', 'расходится'] as const;

interface ComparePanelProps {
  count: CountDocument;
  comparison: Comparison;
  apply: (step: CountStep) => Promise<CountDocument | undefined>;
}

/** Compared with Wildberries at one press, sent at another; nothing goes by itself. */
export function ComparePanel({ count, comparison, apply }: ComparePanelProps) {
  const offline = useOnlineOnly()(ONLINE_ONLY);
  const compare = useCompare(count, apply);
  const { edit, isForgotten, failed } = comparison;
  const isCompared = count.comparison !== null && !isForgotten;
  const why = offline ?? reasonOf(count);
  if (isCompared && edit && isAtWork(edit)) {
    return (
      <Panel title={edit.state === 'PREPARING' ? 'Читаем остатки на Wildberries' : 'Отправляем'}>
        <ProgressBar
          label={edit.state === 'PREPARING' ? 'Прочитано карточек' : 'Отправлено карточек'}
          done={
            edit.state === 'PREPARING' ? edit.preparedCount : edit.counts.applied + edit.counts.changedSince
          }
          total={edit.cardTotal}
          hasCaption
        />
      </Panel>
    );
  }
  if (count.sent) return <SentNotice count={count} />;
  return (
    <Panel title="Сверка с Wildberries">
      {isForgotten ? <p className="mb-3">Сверка хранится сутки и устарела. Сверьте ещё раз.</p> : null}
      {isCompared && !offline && failed ? (
        <LoadProblem error={failed.error} onRetry={() => void failed.refetch()} />
      ) : null}
      {isCompared ? <Summary count={count} comparison={comparison} /> : <Invitation />}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          size="lg"
          variant={isCompared ? 'secondary' : 'primary'}
          icon="refresh"
          loading={compare.isPending}
          disabledReason={why}
          onClick={compare.start}
        >
          {isCompared ? 'Сверить заново' : 'Сверить с Wildberries'}
        </Button>
        {isCompared && comparison.isRead ? (
          <SendButton count={count} comparison={comparison} apply={apply} offline={offline} />
        ) : null}
      </div>
    </Panel>
  );
}

function Invitation() {
  return (
    <p className="text-ink-2">
      Прочитаем, сколько на складе по данным Wildberries сейчас, и покажем разницу. Отправите её вы сами,
      отдельной кнопкой.
    </p>
  );
}

function reasonOf(count: CountDocument): string | null {
  if (!count.place) return 'Выберите склад';
  return takenLines(count).length === 0 ? 'Сначала посчитайте' : null;
}

function useCompare(count: CountDocument, apply: (step: CountStep) => Promise<unknown>) {
  const { mutateAsync, isPending } = useCompareCount();
  const start = async () => {
    const { place } = count;
    if (!place) return;
    try {
      const { edit, lines, uncompared } = await mutateAsync({
        ...place,
        lines: takenLines(count).map((line) => ({
          key: line.key,
          barcode: line.barcode,
          cardId: namedCardId(line),
          amount: line.amount,
          countedAt: new Date(line.countedAtMs).toISOString(),
        })),
      });
      const comparison = { editId: edit?.id ?? null, atMs: Date.now(), lines, uncompared };
      await apply((one) => keepComparison(one, count, comparison));
    } catch {
      // Said by a notification.
    }
  };
  return { isPending, start: () => void start() };
}

function Summary({ count, comparison: { fates, isRead } }: Pick<ComparePanelProps, 'count' | 'comparison'>) {
  const { comparison } = count;
  if (!comparison) return null;
  const left = comparison.uncompared.length + fates.UNREAD;
  const unknownOrders = unknownOrdersText(count, comparison);
  return (
    <div className="flex flex-col gap-3">
      <output>{isRead ? comparedText(comparison.atMs, fates) : 'Загружаем сверку…'}</output>
      {isRead && left > 0 ? (
        <Notice tone="warning" title={`Не ${pluralForm(left, GO_FORMS)} ${countOf(left, LINE_FORMS)}`}>
          Почему — сказано в каждой из них.{fates.DIFFERS > 0 ? ' Остальные можно отправить.' : ''}
        </Notice>
      ) : null}
      {isRead && fates.DIFFERS > 0 && unknownOrders !== null ? (
        <p className="text-sm text-muted">{unknownOrders}</p>
      ) : null}
      {isRead && fates.DIFFERS > 0 ? (
        <p className="text-sm text-muted">
          Остаток заменится посчитанным. Если он изменится до отправки — товар купят или приедет новый, — эта
          строка останется как есть, и об этом будет сказано.
        </p>
      ) : null}
    </div>
  );
}

function comparedText(atMs: number, fates: Comparison['fates']): string {
  const parts = [
    fates.DIFFERS > 0 && `${pluralForm(fates.DIFFERS, DIFFER_FORMS)} ${countOf(fates.DIFFERS, LINE_FORMS)}`,
    fates.DIFFERS === 0 && (fates.SAME > 0 ? 'расхождений нет' : 'сравнить не удалось'),
    fates.SAME > 0 && `столько же — у ${countOf(fates.SAME, OF_LINES)}`,
  ];
  return `Сверено ${formatAsOf(atMs)}: ${parts.filter(Boolean).join(', ')}.`;
}

/** What is not known of sales since the counting, said once for all lines; null: they are known. */
function unknownOrdersText(count: CountDocument, { lines }: CountComparison): string | null {
  const readAts = lines.flatMap(({ key, ordersReadAt }) => {
    const countedAtMs = lineOf(count, key)?.countedAtMs ?? 0;
    return ordersReadAt !== null && Date.parse(ordersReadAt) > countedAtMs ? [] : [ordersReadAt];
  });
  if (readAts.length === 0) return null;
  const oldest = readAts.toSorted((a, b) => (a ?? '').localeCompare(b ?? ''))[0];
  return oldest
    ? `Заказы известны на ${formatAsOf(oldest)}: были ли ещё после пересчёта, пока неизвестно.`
    : 'Заказы магазина ещё не прочитаны: были ли они после пересчёта, неизвестно.';
}

interface SendButtonProps extends ComparePanelProps {
  offline: string | null;
}

function SendButton({ count, comparison: { edit, fates }, apply, offline }: SendButtonProps) {
  const send = useApplyBulkEdit(edit?.id ?? 0);
  const ready = edit?.counts.ready ?? 0;
  // Nothing could be compared: it is not done.
  if (ready === 0 && fates.SAME === 0) return null;
  if (ready === 0) {
    return (
      <Button
        size="lg"
        variant="primary"
        onClick={() => {
          const notSent = fates.UNREAD + (count.comparison?.uncompared.length ?? 0);
          void apply((one) => keepSent(one, { atMs: Date.now(), lines: 0, notSent }));
        }}
      >
        Завершить, отправлять нечего
      </Button>
    );
  }
  return (
    <Button
      size="lg"
      variant="primary"
      icon="send"
      loading={send.isPending}
      disabledReason={offline}
      onClick={() =>
        send.mutate(ready, {
          onSuccess: () =>
            void apply((one) => keepSent(one, { atMs: Date.now(), lines: null, notSent: null })),
        })
      }
    >
      Отправить {countOf(fates.DIFFERS, ['строку', 'строки', 'строк'])}
    </Button>
  );
}

function SentNotice({ count }: { count: CountDocument }) {
  const editId = count.comparison?.editId;
  return (
    <Notice
      tone={count.sent?.notSent ? 'warning' : 'success'}
      title={countStateText(count)}
      action={
        editId ? <LinkButton to={hrefTo.bulkEdit({ id: editId })}>История и откат</LinkButton> : undefined
      }
    >
      {count.sent?.notSent
        ? 'Что не ушло и почему — сказано в строках. Посчитайте их в новом пересчёте.'
        : 'Этот лист больше не меняется.'}
    </Notice>
  );
}
