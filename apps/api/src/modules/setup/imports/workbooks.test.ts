import {
  checkRosterImport,
  getRosterImport,
  listImportRows,
  startRosterImport,
  uploadRoster,
} from "@touchline/contract/setup/imports";
import { expect, test } from "vitest";
import { zipOf } from "../../../../test/packages.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** A workbook of one sheet, as spreadsheet programs write it. @param rows as XML */
async function workbook(rows: string, more: Record<string, Buffer> = {}): Promise<File> {
  const parts: Record<string, Buffer | string> = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `<styleSheet xmlns="${main}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": `<?xml version="1.0"?><worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  };
  return new File([new Uint8Array(await zipOf(parts))], "roster.xlsx");
}

const inline = (text: string) => `<is><t>${text}</t></is>`;
/** A row whose cells are texts, or given as XML by their attributes and content. */
const row = (number: number, ...cells: (string | [attributes: string, content: string])[]) =>
  `<row r="${number}">${cells
    .map((cell, place) => {
      const at = `r="${String.fromCharCode(65 + place)}${number}"`;
      return typeof cell === "string"
        ? `<c ${at} t="inlineStr">${inline(cell)}</c>`
        : `<c ${at} ${cell[0]}>${cell[1]}</c>`;
    })
    .join("")}</row>`;

async function checked(by: TestPerson, file: File) {
  const { rosterImportId: id } = await by.call(uploadRoster, { body: {}, files: [file] });
  const draft = await by.call(getRosterImport, { params: { id } });
  return { id, draft };
}

test("a workbook is imported like a list: its first sheet, days as days, and of formulas what was last computed", async () => {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const file = await workbook(
    [
      row(1, "First Name", "Last Name", "Email", "Jersey", "Joined", "Note"),
      row(
        2,
        "Mia",
        ['t="str"', "<f>UPPER(&quot;hart&quot;)</f><v>Hart</v>"],
        "mia@example.org",
        ["", "<v>12</v>"],
        ['s="1"', "<v>45000</v>"],
        ['t="str"', "<f>HYPERLINK(&quot;http://evil.example&quot;)</f><v>go</v>"],
      ),
      row(4, "Noor", "Akhtar", "noor@example.org", ["", "<v>7</v>"], ['s="1"', "<v>45001</v>"], ""),
    ].join(""),
  );
  const { id, draft } = await checked(admin, file);
  expect(draft).toMatchObject({
    encoding: "Excel",
    headers: ["First Name", "Last Name", "Email", "Jersey", "Joined", "Note"],
    rows: 2,
  });
  expect(draft.preview[0]).toEqual(["Mia", "Hart", "mia@example.org", "12", "2023-03-15", "go"]);
  const mapping = { ...draft.mapping, levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer as string };
  await admin.call(checkRosterImport, { params: { id }, body: mapping });
  await world.it.drainJobs();
  const { data } = await admin.call(listImportRows, { params: { id }, query: {} });
  // Row numbers are the spreadsheet's, whose third row is empty.
  expect(data.map(({ number }) => number)).toEqual([2, 4]);
  await admin.call(startRosterImport, { params: { id }, body: { invite: false } });
  await world.it.drainJobs();
  expect(await admin.call(getRosterImport, { params: { id } })).toMatchObject({ state: "done", written: 2 });
});

test("what only pretends to be a workbook, or unpacks to far too much, is refused with what to do", async () => {
  const admin = await (await world.it.anOrganization()).aMember("root", "Administrator");
  const good = await workbook(row(1, "Name", "Email") + row(2, "Mia", "mia@example.org"));
  const cut = new File([new Uint8Array(await good.arrayBuffer()).slice(0, -30)], "roster.xlsx");
  const bomb = await workbook(row(1, "Name"), { "xl/media/bomb.bin": Buffer.alloc(60_000_000) });
  const broken = await workbook(`${row(1, "Name")}<row`);
  const noSheet = await workbook("", { "xl/workbook.xml": Buffer.from(`<workbook xmlns="${main}"/>`) });
  for (const file of [cut, bomb, broken, noSheet]) {
    expect(await admin.ask(uploadRoster, { body: {}, files: [file] })).toMatchObject({
      status: 415,
      body: { message: expect.stringMatching(/Save the sheet as CSV|no rows/) },
    });
  }
  expect((await admin.ask(uploadRoster, { body: {}, files: [good] })).status).toBe(200);
});
