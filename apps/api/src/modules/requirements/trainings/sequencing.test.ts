import { addContentPackage, createContent } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentCustomTraining } from "@touchline/contract/library/content-kinds";
import { getRequirement } from "@touchline/contract/requirements/requirements";
import {
  getTrainingPackage,
  openTrainingPackage,
  saveTrainingProgress,
} from "@touchline/contract/requirements/trainings";
import { usualSettings } from "@touchline/rules";
import { afterEach, expect, test } from "vitest";
import { asZip, type PackageFiles, zipOf } from "../../../../test/packages.ts";
import { owedBy } from "../../../../test/submissions.ts";
import { aWorld, type Organization } from "../../../../test/world.ts";

const world = aWorld();
afterEach(() => {
  world.it.clock.shift = 0;
});
const { kind: _, ...usual } = usualSettings["custom-training"];

const rule = (kind: string, action: string, conditions: string) =>
  `<imsss:${kind}><imsss:ruleConditions>${conditions}</imsss:ruleConditions><imsss:ruleAction action="${action}"/></imsss:${kind}>`;
const satisfied = '<imsss:ruleCondition condition="satisfied"/>';
const rules = (inside: string) => `<imsss:sequencingRules>${inside}</imsss:sequencingRules>`;
const sequencing = (inside: string) => `<imsss:sequencing>${inside}</imsss:sequencing>`;
const flow = '<imsss:controlMode choice="false" flow="true"/>';
/** An objective that several parts share: who writes it, and who reads it. */
const sharing = (way: "read" | "write") =>
  `<imsss:objectives><imsss:primaryObjective objectiveID="known"><imsss:mapInfo targetObjectiveID="course-known"
    readSatisfiedStatus="${way === "read"}" writeSatisfiedStatus="${way === "write"}"/></imsss:primaryObjective></imsss:objectives>`;

type Part = { title: string; asks?: string };

function course(parts: readonly Part[], whole = flow): PackageFiles {
  const items = parts.map(
    ({ title, asks = "" }, place) =>
      `<item identifier="i${place}" identifierref="r${place}"><title>${title}</title>${sequencing(asks)}</item>`,
  );
  const resources = parts.map(
    (_, place) => `<resource identifier="r${place}" type="webcontent" adlcp:scormType="sco" href="p${place}.html"/>`,
  );
  return {
    "imsmanifest.xml": `<?xml version="1.0"?>
<manifest identifier="c" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>Safety</title>${items.join("")}${sequencing(whole)}</organization></organizations>
  <resources>${resources.join("")}</resources></manifest>`,
    ...Object.fromEntries(
      parts.map(({ title }, place) => [`p${place}.html`, `<!DOCTYPE html><title>${title}</title>`]),
    ),
  };
}

async function sent(org: Organization, files: PackageFiles, change: Partial<typeof usual> = {}) {
  const admin = await org.aMember("root", "Administrator");
  const { contentId } = await admin.call(createContent, {
    body: { type: 8, name: "Safety course", description: "", levelId: org.levels.root },
  });
  const params = { id: contentId };
  const answer = await admin.ask(addContentPackage, { params, body: {}, files: [asZip(await zipOf(files))] });
  const assigned = async () => {
    const settings = { ...usual, packageFileId: answer.body.fileId, acceptsCertificates: false, ...change };
    await admin.call(saveContentCustomTraining, { params, body: settings });
    const labelIds = [org.labelIds["Head Coach"]];
    const assignment = { levelId: org.levels.root, labelIds, includeBelow: true, mandatory: true, dueDate: null };
    await admin.call(assignContent, { params, body: { contentAssignments: [assignment] } });
  };
  return { answer, assigned };
}

async function taking(files: PackageFiles, change: Partial<typeof usual> = {}) {
  const org = await world.it.anOrganization();
  const { answer, assigned } = await sent(org, files, change);
  expect(answer.body).toMatchObject({ title: "Safety" });
  await assigned();
  const coach = await org.aMember("northTeam", "Head Coach");
  const { requirementId, profileLevelAccessId } = await owedBy(coach, "Safety course");
  const [params, at] = [{ id: requirementId }, { profileLevelAccessId }];
  let sittingId = "";
  let url = "";
  return {
    seen: () => coach.call(getTrainingPackage, { params, query: at }),
    async open(item: number) {
      const answer = await coach.ask(openTrainingPackage, { params, body: { ...at, item } });
      if (answer.status === 200) ({ sittingId, url } = answer.body);
      return answer.status;
    },
    /** Several parts at once, as by several pages. */
    openAtOnce: (items: readonly number[]) =>
      Promise.all(items.map((item) => coach.ask(openTrainingPackage, { params, body: { ...at, item } }))),
    /** What the open part has told last, and that it is over. */
    end: async (values: Record<string, string>, wish = "") =>
      (await coach.ask(saveTrainingProgress, { params, body: { ...at, sittingId, values, ended: true, wish } })).body,
    report: async (values: Record<string, string>) =>
      (await coach.ask(saveTrainingProgress, { params, body: { ...at, sittingId, values, ended: false } })).body,
    status: async () => (await coach.call(getRequirement, { params, query: at })).status,
    async startValues() {
      const at = new URL("_touchline/start.js", url.split("?")[0]);
      const script = await (await fetch(world.it.base + at.pathname)).text();
      return JSON.parse(script.slice(script.lastIndexOf("})(") + 3, -2)) as {
        set: Record<string, string>;
        leads: { next: boolean; back: boolean };
        stores: Record<string, string>;
      };
    },
  };
}

const completed = { "cmi.completion_status": "completed", "cmi.exit": "normal" };
const passed = { ...completed, "cmi.success_status": "passed" };
const failed = { ...completed, "cmi.success_status": "failed" };
/** A test before the course, the course, which people who passed that test can skip, and a test at the end. */
const pretest: readonly Part[] = [
  { title: "What you know", asks: sharing("write") },
  { title: "The course", asks: rules(rule("preConditionRule", "skip", satisfied)) + sharing("read") },
  { title: "The test" },
];

test("a test that was passed before leaves out the course, by an objective that both share", async () => {
  const training = await taking(course(pretest));
  const before = await training.seen();
  expect(before).toMatchObject({ outcome: "open", next: 0 });
  expect(before.items.map(({ available }) => available)).toEqual([true, false, false]);
  expect(await training.open(2)).toBe(409);
  expect(await training.open(0)).toBe(200);
  expect(await training.startValues()).toMatchObject({ leads: { next: true, back: false } });
  expect(await training.end(passed, "continue")).toMatchObject({ opens: 2, outcome: "open", submitted: null });
  // Told once more, as the page does when it closes, nothing moves on.
  expect(await training.end(passed, "continue")).toMatchObject({ opens: 2 });
  expect(await training.open(2)).toBe(200);
  expect(await training.end(passed)).toMatchObject({ outcome: "passed", submitted: 3 });
  expect(await training.status()).toBe(3);
});

test("one that was failed does not: the course comes next, and knows that it is not satisfied", async () => {
  const training = await taking(course(pretest));
  await training.open(0);
  expect(await training.end(failed, "continue")).toMatchObject({ opens: 1 });
  expect(await training.open(1)).toBe(200);
  expect((await training.startValues()).set).toMatchObject({
    "cmi.objectives.0.id": "known",
    "cmi.objectives.0.success_status": "failed",
  });
});

test("a course whose parts all begin anew after a failed test is passed on the second way through", async () => {
  const again = rules(
    rule("postConditionRule", "retryAll", '<imsss:ruleCondition operator="not" condition="satisfied"/>'),
  );
  const training = await taking(course([{ title: "The course" }, { title: "The test", asks: again }]));
  await training.open(0);
  expect(await training.end(passed, "continue")).toMatchObject({ opens: 1 });
  await training.open(1);
  expect(await training.end(failed, "continue")).toMatchObject({ opens: 0, submitted: null });
  await training.open(0);
  expect(await training.end(passed, "continue")).toMatchObject({ opens: 1 });
  await training.open(1);
  expect(await training.end(passed, "continue")).toMatchObject({ submitted: 3 });
});

test("where any one of three parts is enough, one is, and its course is sent in also if its page is left without a word", async () => {
  const anyOne = `<imsss:controlMode choice="true" flow="true"/><imsss:rollupRules>
    ${["satisfied", "completed"]
      .map(
        (what) =>
          `<imsss:rollupRule childActivitySet="any"><imsss:rollupConditions><imsss:rollupCondition condition="${what}"/></imsss:rollupConditions><imsss:rollupAction action="${what}"/></imsss:rollupRule>`,
      )
      .join("")}</imsss:rollupRules>`;
  const training = await taking(course([{ title: "Film" }, { title: "Text" }, { title: "Talk" }], anyOne));
  expect((await training.seen()).items.map(({ available }) => available)).toEqual([true, true, true]);
  expect(await training.open(1)).toBe(200);
  expect(await training.report(passed)).toMatchObject({ submitted: null });
  expect(await training.status()).not.toBe(3);
  world.it.clock.shift = 6 * 60_000;
  await world.it.drainJobs();
  world.it.clock.shift = 0;
  expect(await training.status()).toBe(3);
});

test("the score that the content asks for is asked of the whole", async () => {
  const weighed = `${flow}<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.5</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>`;
  const training = await taking(course([{ title: "First" }, { title: "Second" }], weighed), { minimumScore: 80 });
  const scored = (score: string) => ({ ...completed, "cmi.score.scaled": score, "cmi.success_status": "passed" });
  await training.open(0);
  expect(await training.end(scored("0.6"), "continue")).toMatchObject({ opens: 1, outcome: "open" });
  await training.open(1);
  expect(await training.end(scored("0.8"))).toMatchObject({ outcome: "failed", submitted: null });
});

test("a course that can't be begun by its own rules is refused with what its author can change", async () => {
  const org = await world.it.anOrganization();
  const hidden = rules(rule("preConditionRule", "disabled", '<imsss:ruleCondition condition="always"/>'));
  const { answer } = await sent(
    org,
    course([
      { title: "First", asks: hidden },
      { title: "Second", asks: hidden },
    ]),
  );
  expect(answer).toMatchObject({ status: 415 });
  expect(answer.body.message).toMatch(/keep all of its parts closed at the start\. Allow choice or flow/);
});

test("of two pages that go on at once, one does; the other is told to try again", async () => {
  const training = await taking(course([{ title: "First" }, { title: "Second", asks: sharing("write") }]));
  const answers = await training.openAtOnce([0, 0, 0]);
  const statuses = answers.map(({ status }) => status);
  // A request after the first has been opened finds it open, and one that computed the same step at the same time doesn't.
  expect(statuses).toContain(200);
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(await training.open(0)).toBe(200);
  expect(await training.end(passed, "continue")).toMatchObject({ opens: 1 });
});

test("parts find what others have put into shared data, and a failed one keeps it when it starts again", async () => {
  const files = course([{ title: "First", asks: sharing("write") }, { title: "Second" }]);
  const shares = '<adlcp:data><adlcp:map targetID="notes"/></adlcp:data>';
  const manifest = String(files["imsmanifest.xml"]).replaceAll("</title><imsss", `</title>${shares}<imsss`);
  const training = await taking({ ...files, "imsmanifest.xml": manifest });
  await training.open(0);
  expect((await training.startValues()).stores).toEqual({});
  expect(await training.end({ ...failed, "adl.data.0.store": "ball" }, "continue")).toMatchObject({ opens: 1 });
  await training.open(1);
  expect((await training.startValues()).stores).toEqual({ notes: "ball" });
  await training.end({ ...completed, "adl.data.0.store": "ball, net" }, "previous");
  await training.open(0);
  expect((await training.startValues()).stores).toEqual({ notes: "ball, net" });
});

test("questions that are chosen by chance are the same for a member from look to look, and others are not opened", async () => {
  const byChance = `${flow}<imsss:randomizationControls randomizationTiming="once" selectionTiming="once" selectCount="2" reorderChildren="true"/>`;
  const titles = Array.from({ length: 12 }, (_, place) => ({ title: `Question ${place}` }));
  const training = await taking(course(titles, byChance));
  const first = (await training.seen()).next ?? -1;
  expect(await training.open(first)).toBe(200);
  const { next, items } = await training.seen();
  expect(items[next ?? -1]?.tries).toBe(1);
  const { opens } = await training.end(passed, "continue");
  expect([opens === null, opens === next]).toEqual([false, false]);
  expect(await training.open(opens ?? -1)).toBe(200);
  expect(await training.end(passed, "continue")).toMatchObject({ submitted: 3 });
});
