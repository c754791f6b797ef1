import { Icon } from '#ui/icon.tsx';

/** A card's cover, 3:4 as on the marketplace; a quiet frame when there is none. */
export function CardPhoto({
  src,
  className = 'h-12 w-9',
}: {
  src: string | null | undefined;
  className?: string;
}) {
  if (!src) {
    return (
      <span
        className={`flex items-center justify-center rounded-md bg-black-soft text-faint ${className}`}
        title="Нет фото"
      >
        <Icon name="image" size={14} />
      </span>
    );
  }
  return (
    <img
      src={src}
      alt=""
      loading="lazy"
      decoding="async"
      className={`rounded-md border border-line-soft bg-black-soft object-cover ${className}`}
    />
  );
}
