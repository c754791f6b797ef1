import { strToU8, zipSync, type Zippable } from 'fflate';

/** Test support: workbooks as Excel writes them, with what the export never writes. */

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Style 1 is a date, style 2 eight digits with their zeros, 3 and 4 are percentages, 5 shows a percent sign after what is none. */
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="00000000"/><numFmt numFmtId="165" formatCode="0.0%;[Red]-0.0%"/><numFmt numFmtId="166" formatCode="0&quot;%&quot;"/></numFmts><cellStyleXfs count="1"><xf numFmtId="9"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="9" fontId="0"/><xf numFmtId="165"><alignment horizontal="right"/></xf><xf numFmtId="166"/></cellXfs></styleSheet>`;

export interface WorkbookFacts {
  /** Sheets by their names, each the rows' XML. */
  sheets: Record<string, string>;
  sharedStrings?: string[];
  /** Parts of the test's own. */
  more?: Zippable;
}

export function workbookParts({ sheets, sharedStrings = [], more = {} }: WorkbookFacts): Zippable {
  const names = Object.keys(sheets);
  const entries = Object.values(sheets).map((rows, index): [string, Uint8Array] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    strToU8(`<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`),
  ]);
  return {
    '[Content_Types].xml': strToU8(`<Types xmlns="${PACKAGE}/content-types"/>`),
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="${PACKAGE}/relationships">${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}<Relationship Id="rS" Type="${OFFICE}/sharedStrings" Target="sharedStrings.xml"/><Relationship Id="rT" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst xmlns="${MAIN}">${sharedStrings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ),
    'xl/styles.xml': strToU8(STYLES),
    ...Object.fromEntries(entries),
    ...more,
  };
}

export function workbook(facts: WorkbookFacts): Uint8Array {
  return zipSync(workbookParts(facts));
}

/** A cell with a text of its own; the text is XML. */
export function textCell(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}
