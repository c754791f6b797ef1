import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  shownPhotoPath,
  storedPhotoName,
  withMediaPass,
  type MarketplacePhotoSize,
} from '#contract/media.ts';
import { userQueries } from '#api/users.ts';
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
  const path = src ? shownPhotoPath(src, size) : null;
  if (!src || path === null) {
    return (
      <EmptyFrame
        icon={src ? 'link' : 'image'}
        title={src ? `Фото по ссылке: ${src}` : 'Нет фото'}
        className={className}
      />
    );
  }
  const Shown = storedPhotoName(src) === undefined ? Picture : StoredPicture;
  return <Shown path={path} className={className} />;
}

interface PictureProps {
  path: string;
  className: string;
}

/** A photo that was uploaded here opens with the profile's pass. The layout keeps the profile; a picture asks for none. */
function StoredPicture({ path, className }: PictureProps) {
  const { data: profile } = useQuery({ ...userQueries.me(), enabled: false });
  const pass = profile?.mediaPass;
  return <Picture path={pass === undefined ? path : withMediaPass(path, pass)} className={className} />;
}

function Picture({ path, className }: PictureProps) {
  // By the address with its pass: what did not open with an old one is tried again with the next.
  const [failedPath, setFailedPath] = useState<string | null>(null);
  const isAtRest = useScrollRest();
  if (failedPath === path) {
    return <EmptyFrame icon="image" title="Фото не загрузилось" className={className} />;
  }
  const frame = `rounded-md border border-line-soft bg-black-soft ${className}`;
  if (!isAtRest) return <span className={`block ${frame}`} />;
  return (
    <img
      src={path}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setFailedPath(path)}
      className={`max-w-none object-cover ${frame}`}
    />
  );
}

function EmptyFrame({
  icon,
  title,
  className,
}: {
  icon: 'link' | 'image';
  title: string;
  className: string;
}) {
  return (
    <span
      className={`flex items-center justify-center rounded-md bg-black-soft text-faint ${className}`}
      title={title}
    >
      <Icon name={icon} size={14} />
    </span>
  );
}
