import { RequirementStatus } from "@touchline/contract";
import { getMember } from "@touchline/contract/people/profiles";
import { listAudit } from "@touchline/contract/reporting/audit";
import { listRequirements } from "@touchline/contract/requirements/requirements";
import { checkCompletions, importCompletions } from "@touchline/contract/setup/completion-imports";
import { describe, expect, test } from "vitest";
import { requirementHistory } from "../../../../test/history.ts";
import { owedBy, send } from "../../../../test/submissions.ts";
import { aWorld, type TestPerson } from "../../../../test/world.ts";

const world = aWorld();
const { Completed, Incomplete } = RequirementStatus;

const heading = "Email,First name,Last name,Date of birth,Requirement,Completed on,Valid until";
const day = (daysAgo: number) =>
  new Date(world.it.clock.now().getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const list = (...rows: string[]) => ({
  body: {},
  files: [new File([[heading, ...rows].join("\r\n")], "completions.csv", { type: "text/csv" })],
});
const check = (by: TestPerson, ...rows: string[]) => by.call(checkCompletions, list(...rows));
const carry = (by: TestPerson, ...rows: string[]) => by.call(importCompletions, list(...rows));

/** A club's director, two coaches of its team who owe "First aid", and one elsewhere. */
async function aClub() {
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  await org.aDocument(admin, { name: "First aid", labels: ["Head Coach", "Club Director"] });
  const director = await org.aMember("north", "Club Director");
  const [one, two] = [await org.aMember("northTeam", "Head Coach"), await org.aMember("northTeam", "Head Coach")];
  const away = await org.aMember("southClub", "Head Coach");
  return { org, admin, director, one, two, away };
}
const owed = async (by: TestPerson, name = "First aid") => {
  const { requirements } = await by.call(listRequirements, { params: { plaId: by.plaId } });
  return requirements.find((one) => one.name === name);
};
const statusOf = async (by: TestPerson) => (await owed(by))?.status;
const lastNameOf = async (of: TestPerson, by: TestPerson) =>
  (await by.call(getMember, { params: { id: of.plaId } })).lastName;

describe("an import of completions", () => {
  test("is checked without writing, carries over what can be, tells each other row why not, and adds nothing twice", async () => {
    const { director, one, two, away } = await aClub();
    const lastName = await lastNameOf(two, director);
    const rows = [
      `${one.email.toUpperCase()},,,,first AID,${day(40)},`,
      `,Head-Coach,${lastName},1985-04-12,First aid,${day(30)},`,
      `${away.email},,,,First aid,${day(30)},`,
      `nobody@clubs.example,,,,First aid,${day(30)},`,
      `${one.email},,,,Second aid,${day(30)},`,
      `${one.email},Another,Name,,First aid,${day(30)},`,
      `${two.email},,,,First aid,${day(-30)},`,
      `${two.email},,,,First aid,last spring,`,
      `${director.email},,,,First aid,${day(30)},`,
      `${one.email},,,,First aid,${day(50)},`,
    ];
    const foreseen = await check(director, ...rows);
    expect(foreseen.fates).toEqual({ record: 2, known: 1, error: 7 });
    expect(foreseen.data.map((row) => [row.number, row.message])).toEqual([
      [2, ""],
      [3, ""],
      [4, "No one at your levels matches this row. Check the email, name, and date of birth."],
      [5, "No one at your levels matches this row. Check the email, name, and date of birth."],
      [6, "This requirement isn't assigned to this person."],
      [7, "No one at your levels matches this row. Check the email, name, and date of birth."],
      [8, "The completion date is in the future."],
      [9, "The completion date can't be read. Write it like 2026-03-01 or 3/1/2026."],
      [10, "You can't decide on your own requirement. Ask a colleague."],
      [11, "A completion on this date or later is already on record."],
    ]);
    expect(await statusOf(one)).toBe(Incomplete);

    expect(await carry(director, ...rows)).toEqual(foreseen);
    expect([await statusOf(one), await statusOf(two), await statusOf(away), await statusOf(director)]).toEqual([
      ...[Completed, Completed, Incomplete, Incomplete],
    ]);
    expect((await carry(director, ...rows)).fates).toEqual({ record: 0, known: 3, error: 7 });
  });

  test("is named as an import, with who did it, in the person's history and the audit log", async () => {
    const { admin, director, one } = await aClub();
    await carry(director, `${one.email},,,,First aid,${day(40)},`);
    const history = (await requirementHistory(admin, one.plaId)).map((line) => JSON.stringify(line)).join("\n");
    expect(history).toContain("carriedOver");
    expect(history).toContain(await lastNameOf(director, admin));
    const { data } = await admin.call(listAudit, { query: { actions: ["import.completionsRecorded"] } });
    expect(data).toHaveLength(1);
  });

  test("leaves what awaits review to its reviewer", async () => {
    const { director, one } = await aClub();
    await send(await owedBy(one, "First aid"));
    const { data } = await carry(director, `${one.email},,,,First aid,${day(40)},`);
    expect(data[0]).toMatchObject({ fate: "error", message: "A submission is in review. Decide on it instead." });
  });

  test("asks for the last valid day where it is set each time", async () => {
    const { org, admin, one } = await aClub();
    await org.aDocument(admin, {
      ...{ name: "Badge", labels: ["Head Coach"], settings: { validity: { type: "PerRequirement" } } },
    });
    const row = `${one.email},,,,Badge,${day(40)},`;
    expect((await carry(admin, row)).data[0]?.message).toContain("Enter the last valid day.");
    expect((await carry(admin, row + day(-100))).fates.record).toBe(1);
    expect((await owed(one, "Badge"))?.expiresAt?.slice(0, 7)).toBe(day(-101).slice(0, 7));
  });

  test("is refused to members and Account Managers, and names the columns that are missing", async () => {
    const { org, admin, one } = await aClub();
    const accounts = await org.aMember("root", "Account Manager");
    for (const by of [one, accounts]) {
      expect((await by.ask(importCompletions, list())).status).toBe(403);
      expect((await by.ask(checkCompletions, list())).status).toBe(403);
    }
    const lacking = new File(["Email,Requirement\na@b.example,First aid"], "list.csv", { type: "text/csv" });
    const refusal = await admin.ask(checkCompletions, { body: {}, files: [lacking] });
    expect(refusal).toMatchObject({
      status: 415,
      body: { detail: "Missing from the first row: Completed on. Add the columns and choose the file again." },
    });
    const many = Array.from({ length: 2001 }, () => "a@b.example,,,,First aid,2026-01-01,");
    expect((await admin.ask(checkCompletions, list(...many))).status).toBe(413);
  });
});
