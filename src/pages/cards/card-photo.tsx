import { useState } from 'react';
import { shownPhotoPath, type MarketplacePhotoSize } from '#contract/media.ts';
import { Icon } from '#ui/icon.tsx';
import { useScrollRest } from '#ui/use-scroll-rest.ts';

interface CardPhotoProps {
  /** As the card has it; the marketplace's own photos come through our server. */
  src: string | null | undefined;
  className?: string;
  size?: MarketplacePhotoSize;
}

/** A card's cover, 3:4 as on the marketplace; a quiet frame when there is none, or none that can be shown. */
export function CardPhoto({ src, className = 'h-12 w-9', size = 'c246x328' }: CardPhotoProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null);
  const isAtRest = useScrollRest();
  const path = src ? shownPhotoPath(src, size) : null;
  if (!src || path === null || failedSrc === src) {
    const isElsewhere = Boolean(src) && path === null;
    return (
      <span
        className={`flex items-center justify-center rounded-md bg-black-soft text-faint ${className}`}
        title={isElsewhere ? `Фото по ссылке: ${src ?? ''}` : src ? 'Фото не загрузилось' : 'Нет фото'}
      >
        <Icon name={isElsewhere ? 'link' : 'image'} size={14} />
      </span>
    );
  }
  const frame = `rounded-md border border-line-soft bg-black-soft ${className}`;
  if (!isAtRest) return <span className={`block ${frame}`} />;
  return (
    <img
      src={path}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      className={`max-w-none object-cover ${frame}`}
    />
  );
}
