import { countOf } from '#lib/plurals.ts';
import type { CardMedia } from './use-card-media.ts';

const FILE_FORMS = ['файл', 'файла', 'файлов'] as const;

/** How many photos and videos are on their way, and how many did not arrive: also where the photos are not in sight. */
export function MediaNote({ media: { underWay, failed } }: { media: CardMedia }) {
  return (
    <>
      {underWay > 0 ? (
        <span className="text-orange">Загружается: {countOf(underWay, FILE_FORMS)}</span>
      ) : null}
      {failed > 0 ? <span className="text-red">Не загрузилось: {countOf(failed, FILE_FORMS)}</span> : null}
    </>
  );
}
