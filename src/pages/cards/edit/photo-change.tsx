import { CardPhoto } from '#parts/cards/card-photo.tsx';

/** The photos of a card on one side of a change. */
export interface PhotoSide {
  /** How many there are, in words. */
  text: string;
  photos: readonly { address: string; isGone: boolean }[];
}

/** Photos as they were and as they are since, in their order; what only one side has is marked, as in texts. */
export function PhotoChange({ before, after }: { before: PhotoSide; after: PhotoSide }) {
  return (
    <span className="flex flex-col gap-1">
      <del className="block no-underline">
        <Strip side={before} other={after} name="Было" tone="bg-red-soft" />
      </del>
      <ins className="block no-underline">
        <Strip side={after} other={before} name="Стало" tone="bg-green-soft" />
      </ins>
    </span>
  );
}

interface StripProps {
  side: PhotoSide;
  other: PhotoSide;
  name: string;
  tone: string;
}

function Strip({ side, other, name, tone }: StripProps) {
  const known = new Set(other.photos.map(({ address }) => address));
  return (
    <>
      <span className="block text-sm">
        {name}: {side.text}
      </span>
      {/* The mark is around the photo: the photo itself stands where the text does. */}
      <span className="-mx-1 flex flex-wrap gap-1">
        {side.photos.map(({ address, isGone }) => (
          <span
            key={address}
            title={isGone ? 'Файл уже удалён' : undefined}
            className={`rounded-md p-1 ${known.has(address) ? '' : tone} ${isGone ? 'opacity-50' : ''}`}
          >
            {/* A file that is gone is not asked for. */}
            <CardPhoto src={isGone ? null : address} />
          </span>
        ))}
      </span>
    </>
  );
}
