import { useState, type ReactNode } from 'react';
import { MAX_IMPORT_ROWS } from '#contract/imports.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { formatInteger } from '#lib/numbers.ts';
import { paths } from '#lib/paths.ts';
import { Button } from '#ui/button.tsx';
import { TextLink } from '#ui/text-link.tsx';

const MEBIBYTE = 1024 * 1024;

/** What a table may be and what becomes of it; the rest is for whoever asks. */
export function AboutTable() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p>
        Таблица .xlsx или .csv с названиями столбцов: до {formatInteger(MAX_IMPORT_ROWS)} строк, до{' '}
        {TABLE_FILE_LIMITS.bytes / MEBIBYTE} МБ. Сначала всё проверится и ничего не изменится: новые карточки
        станут черновиками, изменения остальных можно посмотреть, применить и откатить.
      </p>
      <Button size="sm" className="mt-3" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Свернуть' : 'Подробнее'}
      </Button>
      {isOpen ? <Details /> : null}
    </>
  );
}

function Details() {
  return (
    <dl className="mt-3 flex flex-col gap-1 text-ink-2">
      <Fact name="Шаблон">
        В нём столбцы выбранного предмета: обязательные отмечены звёздочкой, значения выбираются из списков.
      </Fact>
      <Fact name="Свои карточки">Файл, который дала кнопка «Скачать» в их списке, тоже подойдёт.</Fact>
      <Fact name="Заголовок и примечания">
        Могут стоять над названиями столбцов: названия ищутся в первых 20 строках, а что выше них — не
        читается. Если названия в другой строке, её можно выбрать. Пояснения к столбцам под названиями, как в
        шаблоне Wildberries, — не товары; строка с артикулом, баркодом или ценой читается всегда.
      </Fact>
      <Fact name="Пустая ячейка">Ничего не меняет.</Fact>
      <Fact name="Размеры">
        У каждого может быть своя строка, подряд или вразброс: с тем же артикулом или «ID карточки», своим
        размером и баркодом; остальное можно повторить или оставить пустым. В одной ячейке размеры разделяют
        точкой с запятой, баркоды одного размера — запятой, «Рос. размер» — в том же порядке, что и размеры.
        Размеры и баркоды таблица добавляет, а не убирает.
      </Fact>
      <Fact name="Артикул">
        Чтобы изменить его, скачайте таблицу со столбцом «ID карточки»: карточка найдётся по нему.
      </Fact>
      <Fact name="Карточки на Wildberries">
        Баркод и предмет там не меняются: такие строки останутся с ошибкой.
      </Fact>
      <Fact name="Листы">Если их несколько, можно выбрать, какой читать.</Fact>
      <Fact name="Себестоимость">
        По магазинам, размерам и нескольким датам — <TextLink to={paths.costTable}>из своего файла</TextLink>.
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-medium text-ink">{name}.</dt> <dd className="inline">{children}</dd>
    </div>
  );
}
