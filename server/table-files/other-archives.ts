import { ARCHIVE, SAVE_AS_XLSX } from '#contract/other-files.ts';

/** By the names of its entries and what it calls itself: tables and documents of others are archives, as XLSX is. */
const KINDS: { isIt: (archive: Archive) => boolean; text: string }[] = [
  {
    isIt: ({ has }) => has('xl/workbook.bin'),
    text: `Это двоичная книга Excel (.xlsb): откройте её и ${SAVE_AS_XLSX}`,
  },
  {
    isIt: ({ has }) => has('word/document.xml'),
    text: `Это документ Word (.docx): перенесите таблицу из него в Excel и ${SAVE_AS_XLSX}`,
  },
  {
    isIt: ({ has }) => has('ppt/presentation.xml'),
    text: `Это презентация (.pptx): перенесите таблицу из неё в Excel и ${SAVE_AS_XLSX}`,
  },
  {
    isIt: ({ mimeType }) => mimeType.includes('opendocument.spreadsheet'),
    text: `Это таблица OpenDocument (.ods): откройте её и ${SAVE_AS_XLSX}`,
  },
  {
    isIt: ({ mimeType }) => mimeType.includes('opendocument'),
    text: `Это документ OpenDocument: перенесите таблицу из него в Excel и ${SAVE_AS_XLSX}`,
  },
  {
    isIt: ({ names }) => names.some((name) => name.endsWith('.iwa')) || names.includes('Index.zip'),
    text: 'Это таблица Numbers: откройте её и выберите «Файл» → «Экспортировать в» → «Excel»',
  },
];

interface Archive {
  names: readonly string[];
  /** Of OpenDocument; else empty. */
  mimeType: string;
  has: (name: string) => boolean;
}

/** What an archive is that is no workbook, with the way to a table. */
export function otherArchiveText(names: readonly string[], mimeType: string): string {
  const archive = { names, mimeType, has: (name: string) => names.includes(name) };
  return KINDS.find(({ isIt }) => isIt(archive))?.text ?? ARCHIVE;
}
