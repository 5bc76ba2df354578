import { setTimeout } from "node:timers/promises";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { addMember, changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { type MemberAct, startMemberTask } from "@touchline/contract/reporting/members";
import {
  completeDocument,
  deleteDocumentAttachment,
  listFilesToView,
  listRequirements,
} from "@touchline/contract/requirements/requirements";
import { reviewRequirement } from "@touchline/contract/reviews/reviews";
import { checkRosterImport, getRosterImport, startRosterImport, uploadRoster } from "@touchline/contract/setup/imports";
import { moveLevel } from "@touchline/contract/setup/levels";
import { undoTask } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { storedAndDerived } from "../../../../test/derived.ts";
import { historyRuns } from "../../../../test/history-runs.ts";
import { aPdf, aWorld, type LabelName, type LevelKey, type Organization } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { reviewRequirement as approval } from "../../reviews/reviews/actions/review.ts";
import { inconsistencies } from "./actions/check.ts";
import { foldCounts } from "./actions/fold.ts";
import { fillLevels } from "./actions/index-levels.ts";
import { lockDuties } from "./actions/lock-duties.ts";
import { miscounted } from "./actions/recount.ts";
import { sweepSome } from "./actions/sweep.ts";

const world = aWorld();

/** Makes a level count as large from now on. */
const becomesLarge = (org: Organization, levelId: string) =>
  org.asSystem(async (call) => {
    await lockDuties(call, "assignments");
    await call.db.execute(sql`
      INSERT INTO level_index (organization_id, level_id, state, filled_pre, filled_membership)
      VALUES (${call.organizationId}, ${levelId}, 'building', -1, '00000000-0000-0000-0000-000000000000')`);
  });

/** Fills the member indexes of large levels, and tries again when a writer holds a lock. */
async function filled(org: Organization) {
  for (;;) {
    const left = await org.asSystem(fillLevels).catch((error: { cause?: { code?: string } }) => {
      if (error.cause?.code !== "55P03") throw error;
      return true;
    });
    if (!left) return;
  }
}

/** Returns whether any transaction of this test's database waits for another's lock. */
async function somebodyWaits(): Promise<boolean> {
  const { rows } = await world.it.database.pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

describe("statuses and demands", () => {
  test("and counts equal what deriving and counting everything again gives, after random histories by eight writers, imports, merges, moves, and bulk actions that are undone", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const director = await org.aMember("root", "Club Director");
    const coaches = [await org.aMember("northTeam", "Head Coach"), await org.aMember("southClub", "Head Coach")];
    const places: LevelKey[] = ["root", "north", "northClub", "northTeam", "south", "southClub"];
    const names: LabelName[] = ["Head Coach", "Volunteer"];
    const contents = [
      await org.aDocument(admin, { name: "Agreement" }),
      await org.aDocument(admin, { name: "Policy", labels: names, settings: { reviewRequired: false } }),
    ];
    const memberships: string[] = coaches.map((coach) => coach.plaId);

    const step = fc.record({
      what: fc.constantFrom(
        ...["submit", "submit", "decide", "decide", "takeBack", "assign", "add", "relabel", "remove"],
        ...["import", "many", "many", "undo", "undo", "moveLevel", "merge"],
      ),
      n: fc.nat(1000),
      m: fc.nat(1000),
    });
    const taskIds: string[] = [];
    const large = [org.levels.south, org.levels.northClub, org.levels.root];
    type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
    const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T;

    async function importSome(n: number, m: number) {
      // Few names, so that later rosters contain existing people at other levels.
      const rows = [n, n + 1, m].map((one) => `Rosa${one % 7},Roster,,${pick(places, n)},${pick(names, m)}`);
      const file = new File([["Name,Last Name,Email,Level/Team,Role", ...rows].join("\n")], "roster.csv");
      const { rosterImportId: id } = await admin.call(uploadRoster, { body: {}, files: [file] });
      const { mapping } = await admin.call(getRosterImport, { params: { id } });
      await admin.ask(checkRosterImport, { params: { id }, body: mapping });
      await admin.ask(startRosterImport, { params: { id }, body: { invite: false } });
    }

    async function mergeTwo(n: number, m: number) {
      const { rows } = await org.asSystem((call) =>
        call.db.execute<{ id: string }>(sql`SELECT profile_id AS id FROM profile
          WHERE organization_id = ${call.organizationId} AND merged_into IS NULL AND last_name = 'Roster' ORDER BY 1`),
      );
      if (rows.length === 0) return;
      const parts = { name: "keep", email: "keep", dateOfBirth: "keep", contact: "keep", photo: "keep" } as const;
      const keep = n % 3 === 0 ? pick(coaches, m).profileId : pick(rows, n).id;
      await admin.ask(mergeProfiles, { body: { keep, merge: pick(rows, m).id, parts } });
    }

    async function actOnMany(n: number, m: number) {
      const act = pick<MemberAct>(
        [
          { kind: "members.changeLabel", labelId: org.labelIds[pick(names, m)] },
          { kind: "members.move", levelId: org.levels[pick(places, m)] },
          { kind: "members.remove" },
        ],
        n,
      );
      const except = coaches.map((coach) => coach.plaId);
      const labels = names.map((name) => org.labelIds[name]);
      const begun = await admin.ask(startMemberTask, {
        params: { id: org.levels[pick(places, m + n)] },
        body: { selection: { filter: { labels }, except }, act },
      });
      if (begun.status === 200) taskIds.push(begun.body.taskId);
    }

    // Refusals are part of the history: the response to a step doesn't matter, only what is stored afterwards.
    async function play({ what, n, m }: Step): Promise<void> {
      if (what === "import") return importSome(n, m);
      if (what === "merge") return mergeTwo(n, m);
      if (what === "many") return actOnMany(n, m);
      if (what === "undo") {
        if (taskIds.length > 0) await admin.ask(undoTask, { params: { id: pick(taskIds, n) } });
        return;
      }
      if (what === "moveLevel") {
        const [moved, parent] = [pick(places.slice(1), n), pick(places, m)];
        await admin.ask(moveLevel, { params: { id: org.levels[moved] }, body: { parentId: org.levels[parent] } });
        return;
      }
      const coach = pick(coaches, n);
      const owed = await coach.ask(listRequirements, { params: { plaId: coach.plaId } });
      const requirementId = owed.status === 200 ? pick(owed.body.requirements, m)?.requirementId : undefined;
      const on = { params: { id: requirementId ?? "" }, body: { profileLevelAccessId: coach.plaId } };
      if (what === "add") {
        const added = await admin.ask(addMember, {
          body: {
            levelId: org.levels[pick(places, n)],
            labelId: org.labelIds[pick(names, m)],
            profileId: coach.profileId,
          },
        });
        if (added.status === 200) memberships.push(added.body.profileLevelAccessId);
      } else if (what === "relabel") {
        const query = { profileLevelAccessId: pick(memberships, n), newLabelId: org.labelIds[pick(names, m)] };
        await admin.ask(changeRole, { query });
      } else if (what === "remove") {
        const extra = memberships.slice(coaches.length);
        if (extra.length > 0) await admin.ask(deleteMembership, { params: { id: pick(extra, n) } });
      } else if (what === "assign") {
        await admin.ask(assignContent, {
          params: { id: pick(contents, n).contentId },
          body: {
            contentAssignments: places.slice(0, m % 3).map((place) => ({
              levelId: org.levels[place],
              includeBelow: n % 2 === 0,
              labelIds: names.slice(0, 1 + (m % 2)).map((name) => org.labelIds[name]),
              mandatory: m % 5 !== 0,
              dueDate: n % 3 === 0 ? "2026-01-01" : null,
            })),
          },
        });
      } else if (requirementId === undefined) {
        return;
      } else if (what === "submit") {
        await coach.ask(completeDocument, { ...on, files: [aPdf()] });
      } else if (what === "takeBack") {
        const { params } = on;
        const held = await coach.ask(listFilesToView, { params, query: { profileLevelAccessId: coach.plaId } });
        const fileId = held.status === 200 ? held.body[0]?.fileId : undefined;
        if (!fileId) return;
        await coach.ask(deleteDocumentAttachment, { params, query: { profileLevelAccessId: coach.plaId, fileId } });
      } else {
        await director.ask(reviewRequirement, {
          params: { plaId: coach.plaId },
          body: { requirementId, reviewDecision: m % 3 === 0 ? "RejectedReset" : "Approved", reviewNotes: "because" },
        });
      }
    }

    const tried: Awaited<ReturnType<typeof world.it.drainJobs>> = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 14, maxLength: 24 }), async (steps) => {
        // At least one import in each history: by chance alone, all four would sometimes have none.
        const queue: Step[] = [{ what: "import", n: steps.length, m: 1 }, ...steps];
        const writer = async () => {
          for (let next = queue.shift(); next; next = queue.shift()) await play(next);
        };
        // Meanwhile, levels become large one after the other, and counts are folded repeatedly.
        const level = large.pop();
        const enlarging = level && becomesLarge(org, level).then(() => filled(org));
        const folding = async () => {
          while (queue.length > 0) await org.asSystem(foldCounts);
        };
        const working = async () => {
          do tried.push(...(await world.it.drainJobs()));
          while (queue.length > 0);
        };
        await Promise.all([...Array.from({ length: 8 }, writer), folding(), working(), enlarging]);
        tried.push(...(await world.it.drainJobs()));
        expect(await org.asSystem(inconsistencies)).toEqual([]);
        const { stored, derived } = await storedAndDerived(org);
        expect(stored).toEqual(derived);
        await org.asSystem(foldCounts);
        expect(await org.asSystem(inconsistencies)).toEqual([]);
      }),
      { numRuns: historyRuns(2), seed: 20_261_122, endOnFailure: true },
    );
    expect(world.it.faults).toEqual([]);
    // Only filling an index gives way; nothing else fails, not even to be retried.
    const failed = tried.filter(
      ({ outcome, job }) => (outcome === "retry" || outcome === "dead") && job !== "standing.fill",
    );
    expect(failed).toEqual([]);
    expect(new Set(tried.map(({ job }) => job))).toContain("imports.write");
  }, 240_000);

  test("of a member end as Cleared when two reviewers approve the last two submissions at one moment", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    for (const name of ["A", "B"]) await org.aDocument(admin, { name });
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const body = { profileLevelAccessId: coach.plaId };
    for (const { requirementId: id } of requirements) {
      await coach.call(completeDocument, { params: { id }, body, files: [aPdf()] });
    }
    const approve = (call: Call, n: number) =>
      approval(call, {
        requirementId: requirements[n]?.requirementId as string,
        profileLevelAccessId: coach.plaId,
        reviewDecision: "Approved",
        reviewNotes: "",
      });
    // The first has decided but not committed; it continues once the second waits for it, or has overtaken it.
    let second: Promise<unknown> | undefined;
    await org.asSystem(async (call) => {
      await approve(call, 0);
      let passedBy = false;
      second = org
        .asSystem((other) => approve(other, 1))
        .finally(() => {
          passedBy = true;
        });
      while (!passedBy && !(await somebodyWaits())) await setTimeout(5);
    });
    await second;
    const after = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    expect(after.overallStatus).toBe("Cleared");
  });

  test("of a member who joins while the assignment is being saved are complete, whichever comes first", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const { contentId } = await org.aDocument(admin, { labels: ["Volunteer"] });
    const assign = admin.ask(assignContent, {
      params: { id: contentId },
      body: {
        contentAssignments: [
          {
            levelId: org.levels.root,
            includeBelow: true,
            labelIds: [org.labelIds["Head Coach"]],
            mandatory: true,
            dueDate: null,
          },
        ],
      },
    });
    const joined = Promise.all(
      Array.from({ length: 6 }, (_, n) => org.added(admin, "northTeam", "Head Coach", `Joined${n}`)),
    );
    expect((await assign).status).toBe(200);
    for (const { profileLevelAccessId } of await joined) {
      const owed = await admin.call(listRequirements, { params: { plaId: profileLevelAccessId } });
      expect(owed.requirements.map((one) => one.contentId)).toEqual([contentId]);
    }
  });
});

describe("a level that becomes large", () => {
  const busy = { cause: { code: "55P03" } };

  test("gives way to a sweep that began before, and then shows what it did", async () => {
    const org = await world.it.anOrganization();
    const admin = await org.aMember("root", "Administrator");
    const coach = await org.aMember("northTeam", "Head Coach");
    await org.aDocument(admin);
    const { requirements } = await coach.call(listRequirements, { params: { plaId: coach.plaId } });
    const requirementId = requirements[0]?.requirementId as string;
    const on = { params: { id: requirementId }, body: { profileLevelAccessId: coach.plaId } };
    await coach.call(completeDocument, { ...on, files: [aPdf()] });
    await org.asSystem((call) =>
      approval(call, {
        requirementId,
        profileLevelAccessId: coach.plaId,
        reviewDecision: "Approved",
        reviewNotes: "",
      }),
    );
    await org.asSystem(async (call) => {
      const inYears = new Date(call.now.getTime() + 5 * 365 * 86_400_000);
      expect(await sweepSome({ ...call, now: inYears })).toBe(true);
      await becomesLarge(org, org.levels.root);
      await expect(org.asSystem(fillLevels)).rejects.toMatchObject(busy);
    });
    await filled(org);
    expect(await org.asSystem(miscounted)).toEqual([]);
  });
});
