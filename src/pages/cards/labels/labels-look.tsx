import { isChoiceLost } from '#api/selections.ts';
import type { LabelsInput, LabelsPreview } from '#contract/labels.ts';
import { LostChoice } from '#parts/cards/lost-choice.tsx';
import { LoadProblem } from '#parts/load-problem.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { LabelPages } from './label-pages.tsx';
import { countText, noFileReason, remarksOf } from './preview-texts.ts';

interface LabelsLookProps {
  input: LabelsInput;
  preview: {
    data: LabelsPreview | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => Promise<unknown>;
  };
  /** What is on the screen may be of other settings by now: it gives way to this. */
  offlineReason: string | null;
}

/** How many labels there will be, what is not as one would think, and the pages of the file. */
export function LabelsLook({
  input,
  preview: { data, error, isFetching, refetch },
  offlineReason,
}: LabelsLookProps) {
  if (offlineReason !== null) return <Notice tone="warning">{offlineReason}.</Notice>;
  if (isChoiceLost(error)) return <LostChoice error={error} />;
  if (error && !isFetching) {
    return <LoadProblem error={error} onRetry={() => void refetch()} />;
  }
  const remarks = data ? remarksOf(data) : [];
  const refusal = data ? noFileReason(data) : null;
  return (
    <div className="flex min-w-0 flex-col gap-3" aria-busy={isFetching}>
      <div aria-live="polite">
        <p className="font-medium tabular-nums">{data ? countText(data) : 'Считаем этикетки…'}</p>
        {remarks.map((remark) => (
          <p key={remark} className="text-sm text-orange">
            {remark}
          </p>
        ))}
      </div>
      {data ? null : <Skeleton className="aspect-[58/40] w-full" />}
      {refusal === null ? null : <Notice tone="warning">{refusal}.</Notice>}
      {data?.page && refusal === null ? (
        // Of other labels one begins at the first page again.
        <LabelPages key={JSON.stringify(input)} input={input} pageCount={data.pageCount} first={data.page} />
      ) : null}
    </div>
  );
}
