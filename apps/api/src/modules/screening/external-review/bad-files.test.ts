import { readFile } from "node:fs/promises";
import { RequirementStatus } from "@touchline/contract";
import { getMember } from "@touchline/contract/people/profiles";
import { describe, expect, test } from "vitest";
import { aPortalClub } from "../../../../test/external-review.ts";
import { aWorld } from "../../../../test/world.ts";

const world = aWorld();
type FileBytes = string | Uint8Array<ArrayBuffer>;

/** A club with one coach whose result is awaited, and ways to send a file about them. */
async function aClub() {
  const club = await aPortalClub(world.it);
  const coach = await club.waiting();
  const sent = (bytes: FileBytes, name = "results.csv") =>
    club.checkFile(club.admin, new File([bytes], name, { type: "text/csv" }));
  return { ...club, coach, sent };
}

const utf16 = (text: string, bigEndian: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(bigEndian ? bytes.swap16() : bytes);
};

describe("a file of results", () => {
  test("is read in any usual encoding and with any usual separator", async () => {
    const { coach, sent } = await aClub();
    const row = `${coach.reference},Passed,2026-01-05`;
    const text = `Reference,Résultat,Result,Result date\r\n${coach.reference},très bien,Passed,2026-01-05\r\n`;
    const tabs = `Reference\tResult\tResult date\n${row.replaceAll(",", "\t")}\n`;
    const files: [FileBytes, string][] = [
      [text, "UTF-8"],
      [`\ufeff${text}`, "UTF-8"],
      [new Uint8Array(Buffer.from(text, "latin1")), "Windows-1252 (Western European)"],
      [utf16(text, false), "UTF-16"],
      [utf16(text, true), "UTF-16 (big-endian)"],
      [text.replaceAll(",", ";"), "UTF-8"],
      [tabs, "UTF-8"],
    ];
    for (const [bytes, encoding] of files) {
      const { status, body } = await sent(bytes);
      expect([status, body.encoding, body.rows.map((one) => [one.fate, one.message])], encoding).toEqual([
        200,
        encoding,
        [["record", ""]],
      ]);
    }
  });

  test("tells the fate of each bad row, and of the good ones beside it", async () => {
    const { coach, sent, waiting } = await aClub();
    const other = await waiting();
    const { reference } = coach;
    const head = "Reference,Result,Result date,Note";
    const lines = [
      head,
      `${reference},"Passed,2026-01-05,`,
      `${reference},Passed,2026-01-05,a "quoted" word`,
      `${other.reference},Passed,2026-01-05,${"x".repeat(1_000_000)}`,
      `${reference},=1+1,2026-01-05,`,
      `${reference},Passed,2026-13-05,`,
      `${reference},Passed,05/06/26,`,
      `${reference},Passed,,`,
      `${reference},,2026-01-05,`,
      `${reference},Passed,2026-01-05,x,y,z`,
      `${reference},Passed\u202e,2026-01-05,`,
      `,Passed,2026-01-05,`,
      "=cmd|' /C calc'!A0,Passed,2026-01-05,",
      "",
      `${reference},Passed,2026-01-05,`,
    ];
    const { status, body } = await sent(lines.join("\n"));
    expect(status).toBe(200);
    expect(body.rows.map((row) => [row.number, row.fate, row.message])).toEqual([
      [2, "error", "A quotation mark in this row isn't closed. Fix it in your file."],
      [3, "record", ""],
      [4, "error", "A cell of this row has more than 2,000 characters."],
      [5, "error", "“=1+1” isn't a known result. Use Passed or Flagged, and ask JDP what it means."],
      [6, "error", "The date of the result “2026-13-05” can't be read. Write it like 2026-03-01."],
      [7, "error", "The date of the result “05/06/26” has a year of two digits. Write it like 2026-03-01."],
      [8, "error", "Enter the date of the result."],
      [9, "error", "Enter the result."],
      [10, "error", "This row has more cells than there are columns."],
      [11, "error", "This row has characters that can't be shown."],
      [12, "error", "Enter the reference, the external ID, or the name and the date of birth."],
      [13, "error", "The reference isn't one that Touchline gave. Copy it from the exported file, or leave it empty."],
      [15, "known", "Row 3 says the same already."],
    ]);
  });

  test("is read with dates in six formats, and one that can be read two ways is not guessed", async () => {
    const { sent, coach } = await aClub();
    const dates = ["2026-01-25", "01/25/2026", "2026/01/25", "25 January 2026", "Jan 25, 2026", "25-Jan-2026"];
    for (const date of dates) {
      const { body } = await sent(`Reference;Result;Result date\n${coach.reference};green;${date}`);
      expect([date, body.rows[0]?.fate]).toEqual([date, "record"]);
    }
    const { body } = await sent(`Reference;Result;Result date\n${coach.reference};green;01/02/2026`);
    expect(body.rows[0]?.message).toBe(
      "The date of the result “01/02/2026” can be read two ways. Write it like 2026-03-01.",
    );
  });

  test("has its columns chosen where the headings don't say what they are", async () => {
    const { admin, check, begin, coach } = await aClub();
    const lines = ["Code,Ampel,Tag", `${coach.reference},green,2026-01-05`];
    const { body } = await check(admin, lines);
    expect(body.columns).toEqual(["Code", "Ampel", "Tag"].map((heading) => ({ heading, field: null })));
    expect(body.rows[0]?.message).toBe("No column holds the result. Choose one.");
    expect((await begin(admin, lines)).status).toBe(400);
    const columns = JSON.stringify({ Code: "reference", Ampel: "result", Tag: "resultOn" });
    expect((await check(admin, lines, { columns })).body.fates.record).toBe(1);
    expect((await check(admin, lines, { columns: "{" })).status).toBe(400);
    expect((await check(admin, lines, { columns: JSON.stringify({ Code: "secret" }) })).status).toBe(400);
  });

  test("is refused whole where it is none, and nothing is half recorded", async () => {
    const { admin, coach, sent, begin } = await aClub();
    const pdf = "%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n";
    expect((await sent(pdf)).status).toBe(415);
    expect((await sent("")).status).toBe(415);
    expect((await sent("Reference,Result,Result date\n")).status).toBe(415);
    const many = Array.from({ length: 5_001 }, () => `${coach.reference},green,2026-01-05`);
    expect((await sent(["Reference,Result,Result date", ...many].join("\n"))).status).toBe(413);
    const wide = Array.from({ length: 51 }, (_, at) => `C${at}`).join(",");
    expect((await sent(`${wide}\n${"x,".repeat(50)}x`)).status).toBe(413);
    expect((await begin(admin, ["Reference,Result,Result date", `${coach.reference},maybe,2026-01-05`])).status).toBe(
      409,
    );
    expect(await coach.status()).toBe(RequirementStatus.WaitingOnProvider);
  });

  test("is read as the documentation shows the shortest one", async () => {
    const page = await readFile(new URL("../../../../../../docs/external-results.md", import.meta.url), "utf8");
    const [, example = ""] = /```\n([\s\S]*?)```/.exec(page) ?? [];
    const { org, admin, checkFile } = await aPortalClub(world.it);
    const coach = await org.aMember("northTeam", "Head Coach");
    const { lastName } = await admin.call(getMember, { params: { id: coach.plaId } });
    const file = example.replace("Maria,Lima,1984-02-11", `Head-Coach,${lastName},1985-04-12`);
    const { body } = await checkFile(admin, new File([file], "results.csv", { type: "text/csv" }));
    expect(body.rows.map((row) => [row.fate, row.message])).toEqual([["record", ""]]);
  });
});
