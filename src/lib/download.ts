import { FALLBACK_FILE_NAME } from './save-file.ts';

const TYPES = {
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
  csv: 'text/csv',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type DownloadType = keyof typeof TYPES;

const MAX_NAME_LENGTH = 120;
/** A big file on a slow line; «Отменить» ends it sooner. */
export const DOWNLOAD_TIMEOUT_MS = 300_000;

/** The supported type of an answer by its Content-Type, or null: what is not on the list is not saved. */
export function downloadTypeOf(contentType: string | null): DownloadType | null {
  const bare = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  for (const type of Object.keys(TYPES) as DownloadType[]) if (TYPES[type] === bare) return type;
  return null;
}

/**
 * The name for a downloaded file: from Content-Disposition (RFC 6266: `filename*` of RFC 5987 before `filename`), made
 * safe for every system, always ending with the type's own extension; «Скачанный файл» when there is none.
 */
export function downloadFileName(contentDisposition: string | null, type: DownloadType): string {
  const given = contentDisposition === null ? null : fileNameOf(contentDisposition);
  return `${safeFileName(given, type)}.${type}`;
}

function fileNameOf(contentDisposition: string): string | null {
  const extended = /(?:^|;)\s*filename\*\s*=\s*([\w-]+)'[^']*'([^;\s]+)/i.exec(contentDisposition);
  const decoded = extended?.[1]?.toLowerCase() === 'utf-8' ? decodePercent(extended[2] ?? '') : null;
  if (decoded !== null) return decoded;
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(contentDisposition);
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null;
}

function decodePercent(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function safeFileName(given: string | null, type: DownloadType): string {
  const cleaned = (given ?? '')
    .normalize('NFC')
    // Control and direction-changing characters can show one extension and carry another.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[/\\:*?"<>|]+/g, '_')
    .trim();
  const withoutExtension = cleaned.toLowerCase().endsWith(`.${type}`)
    ? cleaned.slice(0, -(type.length + 1))
    : cleaned;
  const name = Array.from(withoutExtension)
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .replace(/^[.\s_]+|[.\s]+$/g, '');
  // Names of devices on Windows.
  if (/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(name)) return `_${name}`;
  return name || FALLBACK_FILE_NAME;
}

export interface DownloadProgress {
  fileName: string;
  receivedBytes: number;
  /** Null when the server does not say. */
  totalBytes: number | null;
}

/** What a transfer is begun with. */
export interface DownloadHooks {
  signal: AbortSignal;
  onProgress: (progress: DownloadProgress) => void;
}

export interface DownloadedFile {
  fileName: string;
  blob: Blob;
}

/**
 * Reads a whole answer as a file, telling its name at once and the bytes as they come; null for another type than pdf,
 * zip, json, csv, xls, xlsx. Throws for a body that is cut: half a file is never handed over.
 */
export async function readDownload(
  response: Response,
  onProgress: (progress: DownloadProgress) => void,
): Promise<DownloadedFile | null> {
  const type = downloadTypeOf(response.headers.get('content-type'));
  if (type === null) return null;
  const fileName = downloadFileName(response.headers.get('content-disposition'), type);
  const totalBytes = announcedBytes(response.headers);
  const parts: BlobPart[] = [];
  let receivedBytes = 0;
  onProgress({ fileName, receivedBytes, totalBytes });
  const reader = response.body?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) break;
    parts.push(value);
    receivedBytes += value.byteLength;
    onProgress({ fileName, receivedBytes, totalBytes });
  }
  if (totalBytes !== null && receivedBytes !== totalBytes) {
    throw new TypeError(`The file was cut: ${receivedBytes} of ${totalBytes} bytes`);
  }
  return { fileName, blob: new Blob(parts, { type: TYPES[type] }) };
}

/** The length of a compressed body says nothing about the file in it. */
function announcedBytes(headers: Headers): number | null {
  const length = headers.get('content-length');
  if (length === null || !/^\d{1,12}$/.test(length)) return null;
  return (headers.get('content-encoding') ?? 'identity') === 'identity' ? Number(length) : null;
}
