import { useState } from 'react';
import { downloadCosts } from '#api/cost-tables.ts';
import { MAX_COST_ROWS } from '#contract/cost-tables.ts';
import { TABLE_FILE_LIMITS } from '#contract/table-files.ts';
import { formatInteger } from '#lib/numbers.ts';
import { useOnlineOnly } from '#offline/connection/online-only.ts';
import { downloads } from '#parts/downloads/downloads.ts';
import { FormatItems } from '#parts/exports/format-items.tsx';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Panel } from '#ui/panel.tsx';
import { ChooseCostFile, type CostFile } from './choose-cost-file.tsx';
import { CostFileRows } from './cost-file-rows.tsx';

const MEBIBYTE = 1024 * 1024;

/** «Себестоимость из файла»: by card, shop, size and day; nothing changes before the changes were looked at. */
export function CostTablePage() {
  const [file, setFile] = useState<CostFile>();
  const [problem, setProblem] = useState<string | null>(null);
  const offline = useOnlineOnly()('Файлы читает и собирает сервер: нужна связь');
  return (
    <div className="flex flex-col gap-4">
      <PageHeader
        title="Себестоимость из файла"
        subtitle="По карточкам, магазинам, размерам и датам — из таблицы Excel или CSV"
        actions={
          <>
            <Menu
              align="end"
              trigger={(props) => (
                <Button {...props} icon="download" aria-label="Скачать всю себестоимость">
                  Скачать
                </Button>
              )}
            >
              <FormatItems
                disabledReason={offline}
                onChoose={(format) => downloads.start((hooks) => downloadCosts(format, hooks))}
              />
            </Menu>
            <ChooseCostFile
              offline={offline}
              onFile={(chosen) => {
                setProblem(null);
                setFile(chosen);
              }}
              onProblem={setProblem}
            />
          </>
        }
      />
      {problem === null ? null : (
        <Notice tone="error" title="Файл не прочитан">
          {problem}
        </Notice>
      )}
      {file ? <CostFileRows key={file.id} file={file} offline={offline} onFile={setFile} /> : <HowItWorks />}
    </div>
  );
}

function HowItWorks() {
  return (
    <Panel>
      <p>
        Подойдёт таблица с названиями столбцов: до {formatInteger(MAX_COST_ROWS)} строк, до{' '}
        {TABLE_FILE_LIMITS.bytes / MEBIBYTE}&nbsp;МБ, .xlsx или .csv. Нужны артикул или баркод и
        себестоимость; магазин, размер и день — если они у себестоимости свои.
      </p>
      <p className="mt-2 text-ink-2">
        Строка говорит, сколько стоит штука: в этом магазине, этого размера, с этого дня. Пустой магазин — во
        всех, пустой размер — все размеры, пустой день — всегда. У одной карточки может быть много строк.
        Строка без себестоимости ничего не меняет.
      </p>
      <p className="mt-2 text-ink-2">
        Сначала всё проверится: что было и что станет, можно посмотреть, применить и откатить. Начать удобно с
        файла, который даёт «Скачать»: в нём вся себестоимость, которая есть сейчас.
      </p>
    </Panel>
  );
}
