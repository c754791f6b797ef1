import { useQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { withMediaPass } from '#contract/media.ts';
import { userQueries } from '#api/users.ts';
import type { OutboxEntity } from '#offline/outbox/outbox-record.ts';
import { CardPhoto } from '#parts/cards/card-photo.tsx';
import { fieldText, type KnownNames } from './field-texts.ts';

interface FieldValueProps {
  entity: OutboxEntity;
  field: string;
  value: unknown;
  names: KnownNames;
}

/** A field's value so that two of them can be told apart: in words, and what is looked at, as it looks. */
export function FieldValue({ entity, field, value, names }: FieldValueProps) {
  return (
    <>
      <span className="break-words whitespace-pre-line">{fieldText(entity, field, value, names)}</span>
      {entity === 'card' && field === 'photos' ? <Photos value={value} /> : null}
      {entity === 'card' && field === 'video' ? <Video value={value} /> : null}
    </>
  );
}

function Photos({ value }: { value: unknown }) {
  const photos = z.array(z.string()).safeParse(value).data ?? [];
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {photos.map((src, place) => (
        <CardPhoto key={`${place} ${src}`} src={src} className="h-16 w-12" />
      ))}
    </span>
  );
}

/** The first of its frames. The layout keeps the profile; a picture asks for none. */
function Video({ value }: { value: unknown }) {
  const { data: profile } = useQuery({ ...userQueries.me(), enabled: false });
  if (typeof value !== 'string' || value === '') return null;
  const pass = profile?.mediaPass;
  return (
    <video
      muted
      playsInline
      preload="metadata"
      src={pass === undefined ? value : withMediaPass(value, pass)}
      className="mt-1 block h-24 rounded-md border border-line-soft bg-bar"
    />
  );
}
