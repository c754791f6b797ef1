import type { WrittenTitles } from '#contract/card-texts.ts';

/** What a model writes may not be so; what rules write is what the card says. */
export function ModelNote({ source }: Pick<WrittenTitles, 'source'>) {
  if (source !== 'model') return null;
  return <p className="mt-2 text-sm text-muted">Предложено языковой моделью: проверьте факты</p>;
}
