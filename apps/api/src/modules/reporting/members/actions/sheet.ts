import { once } from "node:events";
import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import yazl from "yazl";
import { csvOf, isFormula } from "../../../../documents/csv.ts";

export type SheetCell = string | number | null;
/** Rows in batches as they are read; the first one is the heading. */
export type Rows = AsyncIterable<readonly (readonly SheetCell[])[]>;

/** Writes rows to a CSV file as they are read: only some are held at a time, and no cell is a formula. */
export async function* csvFile(rows: Rows): AsyncGenerator<Buffer> {
  let bom = true;
  for await (const some of rows) {
    if (some.length === 0) continue;
    const text = some.map((row) => row.map((cell) => (cell === null ? "" : String(cell))));
    yield Buffer.from(csvOf(text, { bom }));
    bom = false;
  }
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = "http://schemas.openxmlformats.org";

/**
 * The parts of a workbook with one sheet besides the sheet itself. Style 1 is a heading, style 2 text that looks like a
 * formula.
 */
const parts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${head}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
  "_rels/.rels": `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `${head}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
  "xl/workbook.xml": `${head}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Members" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/styles.xml": `${head}<styleSheet xmlns="${office}/spreadsheetml/2006/main"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
};

/**
 * Writes rows to a workbook as they are read: only some are held at a time. Text is written as text, so nothing is computed.
 */
export function xlsxFile(rows: Rows): Readable {
  const archive = new yazl.ZipFile();
  for (const [name, text] of Object.entries(parts)) archive.addBuffer(Buffer.from(text), name);
  const sheet = new PassThrough();
  archive.addReadStream(sheet, "xl/worksheets/sheet1.xml");
  archive.end();
  const out = new PassThrough();
  archive.outputStream.pipe(out);
  const fail = (error: unknown) => out.destroy(error as Error);
  archive.on("error", fail);
  writeSheet(sheet, rows).catch(fail);
  // Stop writing the file when the reader stops.
  finished(out).catch(() => sheet.destroy());
  return out;
}

async function writeSheet(sheet: PassThrough, rows: Rows): Promise<void> {
  const write = async (text: string) => {
    if (!sheet.write(text)) await once(sheet, "drain");
  };
  await write(
    `${head}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="26" width="22" customWidth="1"/></cols><sheetData>`,
  );
  let heading = true;
  for await (const some of rows) {
    let text = "";
    for (const row of some) {
      const style = heading ? 1 : 0;
      heading = false;
      text += `<row>${row.map((cell) => cellXml(cell, style)).join("")}</row>`;
    }
    await write(text);
  }
  await write("</sheetData></worksheet>");
  sheet.end();
}

function cellXml(cell: SheetCell, style: number): string {
  if (cell === null || cell === "") return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  const styleIndex = style === 0 && isFormula(cell) ? 2 : style;
  return `<c t="inlineStr"${styleIndex ? ` s="${styleIndex}"` : ""}><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
/** XML can't represent most control characters; nothing else is lost. */
const escaped = (text: string) =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .toWellFormed()
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? "");
