import { SheetChoice } from '#parts/sheet-choice.tsx';
import { costFileOf, type CostFile } from './choose-cost-file.tsx';

interface CostSheetProps {
  file: CostFile;
  offline: string | null;
  onFile: (file: CostFile) => void;
}

export function CostSheet({ file: { file, sheets, sheet }, offline, onFile }: CostSheetProps) {
  return (
    <SheetChoice
      file={file}
      sheets={sheets}
      sheet={sheet}
      disabled={offline !== null}
      className="max-w-80"
      onRead={(chosen, response) => {
        const made = costFileOf(file, chosen, response);
        if ('problem' in made) return made.problem;
        onFile(made);
        return null;
      }}
    />
  );
}
