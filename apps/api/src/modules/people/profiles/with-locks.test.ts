import { setTimeout } from "node:timers/promises";
import type { BodyInput } from "@touchline/contract";
import { saveOrganizationSettings } from "@touchline/contract/accounts/organization-settings";
import { setSecondFactorRoles } from "@touchline/contract/accounts/second-factor";
import { createSignupUrl, revokeSignupUrl } from "@touchline/contract/accounts/signup-urls";
import { reportIncident } from "@touchline/contract/incidents/incidents";
import {
  addGuardian,
  endGuardianship,
  endOwnGuardianship,
  inviteGuardian,
  removeChild,
} from "@touchline/contract/joining/families";
import { resendActivation } from "@touchline/contract/joining/invitations";
import { createContent, updateContentBase } from "@touchline/contract/library/content";
import { assignContent } from "@touchline/contract/library/content-assignments";
import { saveContentDocument } from "@touchline/contract/library/content-kinds";
import { addLabel, changeLabel, deleteLabel } from "@touchline/contract/library/labels";
import { moveMembership } from "@touchline/contract/people/memberships";
import { addNote } from "@touchline/contract/people/notes";
import { addMember, changeRole, deleteMembership } from "@touchline/contract/people/profiles";
import { mergeProfiles } from "@touchline/contract/reporting/duplicates";
import { startMemberTask } from "@touchline/contract/reporting/members";
import { saveName } from "@touchline/contract/requirements/profile-details";
import {
  bulkReview,
  completeWithoutUpload,
  editCompletedDate,
  markIncomplete,
  reinstate,
  reviewRequirement,
} from "@touchline/contract/reviews/reviews";
import { checkRosterImport, getRosterImport, startRosterImport, uploadRoster } from "@touchline/contract/setup/imports";
import { getTask } from "@touchline/contract/tasks/tasks";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aFamilyOrganization, added as childOf } from "../../../../test/families.ts";
import { aSubmissionAt, placeOf, type Submission } from "../../../../test/submissions.ts";
import { aWorld, type Organization, type TestPerson, usualSettings } from "../../../../test/world.ts";
import type { Call } from "../../../call.ts";
import { lockDuties } from "../../compliance/standing/actions/lock-duties.ts";
import { lockPeople } from "../../compliance/standing/actions/lock-people.ts";
import { foldSoon } from "../../compliance/standing/jobs.ts";
import { moveLevel } from "../../setup/levels/actions/move.ts";

const world = aWorld();
let owner: pg.Client;
let tables: string[] = [];
beforeAll(async () => {
  owner = new pg.Client({ connectionString: world.it.adminUrl });
  await owner.connect();
  tables = await tenantTables();
});
afterAll(() => owner.end());

/** A director of the northern club, and who is at its team. */
type Scene = {
  org: Organization;
  admin: TestPerson;
  director: TestPerson;
  member: { profileId: string; plaId: string };
};

async function aScene(): Promise<Scene> {
  world.it.clock.shift = 0;
  const org = await world.it.anOrganization();
  const admin = await org.aMember("root", "Administrator");
  const director = await org.aMember("northClub", "Club Director");
  const { profileId, profileLevelAccessId: plaId } = await org.anInvited("northTeam", "Head Coach", "ana@example.org");
  return { org, admin, director, member: { profileId, plaId } };
}

/** Every table of tenants that the application reads, but for what only says that somebody called. */
async function tenantTables(): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'organization_id' AND table_name NOT LIKE 'idempotency%'
       AND has_table_privilege($1, quote_ident(table_name), 'SELECT')`,
    [world.it.roles.app],
  );
  return rows.map((row) => row.name);
}

/** What an organization has stored, table by table, as this transaction sees it. */
async function stored({ db, organizationId }: Call): Promise<Record<string, string>> {
  const { rows } = await db.execute<{ name: string; rows: string }>(
    sql.raw(
      tables
        .map(
          (name) => `SELECT '${name}' AS name, count(*) || ' ' || coalesce(
            md5(string_agg(one::text, ';' ORDER BY one::text)), '') AS rows
            FROM "${name}" AS one WHERE organization_id = '${organizationId}'`,
        )
        .join(" UNION ALL "),
    ),
  );
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

const somebodyWaits = async () => {
  const { rowCount } = await owner.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND cardinality(pg_blocking_pids(pid)) > 0",
  );
  return rowCount !== 0;
};

/**
 * How rights go: with the role, while all duties are held, or while the people are, as by a colleague who changes memberships
 * too; or with the level, which moves away.
 */
type Withdrawal = "role" | "role by a colleague" | "reach";
type Answer = { status: number; body: unknown };
type Prepared = {
  /** The director unless given. */
  by?: TestPerson;
  ask: () => Promise<Answer>;
  /** In an answer about many: whether each was refused. */
  refused?: (body: never) => boolean;
};
type Verb = (scene: Scene) => Prepared | Promise<Prepared>;

async function everybody({ db, organizationId }: Call): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(
    sql`SELECT profile_id AS id FROM profile WHERE organization_id = ${organizationId}`,
  );
  return rows.map((row) => row.id);
}

/**
 * Asks while rights are taken away in a transaction that is not over yet, and lets that be committed once the verb waits.
 *
 * @returns the answer, whether the verb waited, and which tables have other rows than when the rights were gone.
 */
async function askDuring({ org, director }: Scene, { by = director, ask }: Prepared, what: Withdrawal) {
  const { levels, labelIds, asSystem } = org;
  const [ready, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let before: Record<string, string> = {};
  const over = asSystem(async (call) => {
    if (what === "reach") await moveLevel(call, { levelId: levels.northTeam, parentId: levels.southClub });
    else {
      await lockDuties(call, what === "role" ? "assignments" : "memberships");
      await lockPeople(call, await everybody(call));
      await call.db.execute(sql`UPDATE profile_level_access SET label_id = ${labelIds.Volunteer}
        WHERE organization_id = ${call.organizationId} AND profile_level_access_id = ${by.plaId}`);
    }
    before = await stored(call);
    ready.resolve();
    await held.promise;
  });
  await Promise.race([ready.promise, over]);
  let waited = true;
  const answer = ask().finally(() => {
    waited = false;
  });
  while (waited && !(await somebodyWaits())) await setTimeout(5);
  const was = { waited };
  held.resolve();
  await over;
  const { status, body } = await answer;
  const after = await asSystem(stored);
  return { ...was, status, body, changed: tables.filter((name) => before[name] !== after[name]) };
}

const inReview = async ({ org, admin }: Scene): Promise<Submission> => {
  await org.aDocument(admin, { at: "northTeam", labels: ["Team Manager"] });
  return aSubmissionAt(org, "northTeam", "Team Manager");
};
const decision = { reviewDecision: "Approved" as const, reviewNotes: "" };
const approved = async (scene: Scene) => {
  const one = await inReview(scene);
  await scene.admin.call(reviewRequirement, {
    params: { plaId: one.profileLevelAccessId },
    body: { requirementId: one.requirementId, ...decision },
  });
  return one;
};
const person = { firstName: "Bo", lastName: "Larsen", email: "bo@example.org", dateOfBirth: null };
const aContent = async ({ org, admin }: Scene) => {
  const { contentId } = await org.aDocument(admin, { at: "northTeam", labels: ["Volunteer"] });
  return contentId;
};
const aChild = async ({ org, admin }: Scene, guarded: boolean) => {
  const child = await admin.call(addMember, {
    body: {
      levelId: org.levels.northTeam,
      labelId: org.labelIds.Volunteer,
      person: { firstName: "Noa", lastName: "Little", email: null, dateOfBirth: "2018-05-05" },
    },
  });
  const guardian = await org.aMember("northTeam", "Volunteer");
  const pair = { guardianProfileId: guardian.profileId, childProfileId: child.profileId, reason: "Asked for it." };
  if (guarded) await admin.call(addGuardian, { body: pair });
  return pair;
};

/** Verbs on what lies at the northern team, by its club's director. */
const ofDirectors: Record<string, Verb> = {
  "adds somebody": ({ org, director }) => ({
    ask: () =>
      director.ask(addMember, { body: { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, person } }),
  }),
  "adds a membership": ({ org, director, member }) => ({
    ask: () =>
      director.ask(addMember, {
        body: { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, profileId: member.profileId },
      }),
  }),
  "changes a label": ({ org, director, member }) => ({
    ask: () =>
      director.ask(changeRole, {
        query: { profileLevelAccessId: member.plaId, newLabelId: org.labelIds.Volunteer },
      }),
  }),
  "moves a membership": ({ org, director, member }) => ({
    ask: () =>
      director.ask(moveMembership, {
        query: { profileLevelAccessId: member.plaId, newLevelId: org.levels.otherTeam },
      }),
  }),
  "ends a membership": ({ director, member }) => ({
    ask: () => director.ask(deleteMembership, { params: { id: member.plaId } }),
  }),
  "merges two entries": async ({ org, admin, director, member }) => {
    const other = await org.added(admin, "northTeam", "Volunteer", "Núñez");
    const keep = "keep" as const;
    const parts = { name: keep, email: keep, dateOfBirth: keep, contact: keep, photo: keep };
    return {
      ask: () => director.ask(mergeProfiles, { body: { keep: member.profileId, merge: other.profileId, parts } }),
    };
  },
  "makes a sign-up link": ({ org, director }) => ({
    ask: () =>
      director.ask(createSignupUrl, {
        body: { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, endsOn: null, maxUses: null },
      }),
  }),
  "ends a sign-up link": async ({ org, admin, director }) => {
    const { signupUrlId } = await admin.call(createSignupUrl, {
      body: { levelId: org.levels.northTeam, labelId: org.labelIds.Volunteer, endsOn: null, maxUses: null },
    });
    return { ask: () => director.ask(revokeSignupUrl, { params: { id: signupUrlId } }) };
  },
  "invites once more": ({ director, member }) => {
    world.it.clock.shift = 120_000;
    return {
      ask: () => director.ask(resendActivation, { body: { profileLevelAccessIds: [member.plaId] } }),
    };
  },
  "names a guardian": async (scene) => {
    const body = await aChild(scene, false);
    return { ask: () => scene.director.ask(addGuardian, { body }) };
  },
  "ends a guardianship": async (scene) => {
    const body = await aChild(scene, true);
    return { ask: () => scene.director.ask(endGuardianship, { body }) };
  },
  "corrects a name": ({ director, member }) => ({
    ask: () =>
      director.ask(saveName, {
        body: { profileId: member.profileId, firstName: "Anna", lastName: "Núñez", dateOfBirth: null },
      }),
  }),
  "writes a note": ({ director, member }) => ({
    ask: () => director.ask(addNote, { params: { id: member.plaId }, body: { text: "Called back." } }),
  }),
  "reports an incident": ({ director, member }) => ({
    ask: () =>
      director.ask(reportIncident, {
        body: {
          profileLevelAccessId: member.plaId,
          kind: "Misconduct",
          happenedAt: "2026-01-05T12:00:00.000Z",
          description: "Shouted at a referee.",
        },
        files: [],
      }),
  }),
  reviews: async (scene) => {
    const one = await inReview(scene);
    return {
      ask: () =>
        scene.director.ask(reviewRequirement, {
          params: { plaId: one.profileLevelAccessId },
          body: { requirementId: one.requirementId, ...decision },
        }),
    };
  },
  "reviews many": async (scene) => {
    const one = await inReview(scene);
    return {
      ask: () => scene.director.ask(bulkReview, { body: { requirements: [placeOf(one)], review: decision } }),
      refused: ({ results }: { results: { outcome: string; code: string }[] }) =>
        results.every((result) => result.outcome === "refused" && result.code === "forbidden"),
    };
  },
  "marks complete": async (scene) => {
    const one = await inReview(scene);
    return {
      ask: () =>
        scene.director.ask(completeWithoutUpload, {
          params: { plaId: one.profileLevelAccessId },
          body: { requirementId: one.requirementId, date: "2026-01-05", reason: "Seen on paper." },
        }),
    };
  },
  "marks incomplete": async (scene) => {
    const one = await approved(scene);
    return {
      ask: () =>
        scene.director.ask(markIncomplete, {
          params: { plaId: one.profileLevelAccessId },
          body: { requirementId: one.requirementId, reason: "A forgery." },
        }),
    };
  },
  "corrects a date": async (scene) => {
    const one = await approved(scene);
    return {
      ask: () =>
        scene.director.ask(editCompletedDate, {
          params: { plaId: one.profileLevelAccessId },
          body: { requirementId: one.requirementId, completedDateTime: "2026-01-05T12:00:00.000Z" },
        }),
    };
  },
  "adds to the library": ({ org, director }) => ({
    ask: () =>
      director.ask(createContent, {
        body: { type: 0, name: "Pledge", description: "", levelId: org.levels.northTeam },
      }),
  }),
  "renames in the library": async (scene) => {
    const contentId = await aContent(scene);
    return {
      ask: () =>
        scene.director.ask(updateContentBase, { params: { id: contentId }, body: { name: "Vow", description: "" } }),
    };
  },
  "saves a version": async (scene) => {
    const contentId = await aContent(scene);
    return {
      ask: () => scene.director.ask(saveContentDocument, { params: { id: contentId }, body: usualSettings }),
    };
  },
  assigns: async (scene) => {
    const contentId = await aContent(scene);
    return {
      ask: () => scene.director.ask(assignContent, { params: { id: contentId }, body: { contentAssignments: [] } }),
    };
  },
};

/** Those that wait for no person: nobody's duties change by them. */
const ofNobody = [
  "adds somebody",
  "makes a sign-up link",
  "ends a sign-up link",
  "adds to the library",
  "renames in the library",
  "saves a version",
  "assigns",
];

/** Verbs on the organization, by one of its Admins. */
const ofAdmins: Record<string, Verb> = {
  "adds a label": ({ admin: by }) => ({
    by,
    ask: () => by.ask(addLabel, { body: { name: "Referee", role: "Individual", givenBy: "Manager", forFamily: null } }),
  }),
  "renames a label": ({ org, admin: by }) => ({
    by,
    ask: () =>
      by.ask(changeLabel, {
        params: { id: org.labelIds["Head Coach"] },
        body: { name: "Coach", role: "Individual", givenBy: "Manager", forFamily: null },
      }),
  }),
  "gives a label another role": ({ org, admin: by }) => ({
    by,
    ask: () =>
      by.ask(changeLabel, {
        params: { id: org.labelIds["Head Coach"] },
        body: { name: "Head Coach", role: "Manager", givenBy: "Director", forFamily: null, members: 5 },
      }),
  }),
  "deletes a label": ({ org, admin: by }) => ({
    by,
    ask: () =>
      by.ask(deleteLabel, { params: { id: org.labelIds["Head Coach"] }, body: { moveTo: org.labelIds.Volunteer } }),
  }),
  "changes settings": ({ org, admin: by }) => ({
    by,
    ask: () =>
      by.ask(saveOrganizationSettings, { params: { id: org.organizationId }, body: { accentColor: "#1c5d98" } }),
  }),
  "demands a second factor": ({ admin: by }) => ({
    by,
    ask: () => by.ask(setSecondFactorRoles, { body: { roles: ["Manager"] } }),
  }),
  reinstates: async (scene) => {
    const one = await inReview(scene);
    const { admin: by } = scene;
    await by.call(reviewRequirement, {
      params: { plaId: one.profileLevelAccessId },
      body: { requirementId: one.requirementId, reviewDecision: "RejectedDisqualified", reviewNotes: "Forged." },
    });
    return {
      by,
      ask: () =>
        by.ask(reinstate, {
          params: { plaId: one.profileLevelAccessId },
          body: { requirementId: one.requirementId, reason: "It was not." },
        }),
    };
  },
};

describe("a person whose permissions are removed while they wait", () => {
  const directors = Object.entries(ofDirectors).flatMap(([name, verb]) => [
    { name, verb, what: "role" as const },
    { name, verb, what: "reach" as const },
    ...(ofNobody.includes(name) ? [] : [{ name, verb, what: "role by a colleague" as const }]),
  ]);
  const admins = Object.entries(ofAdmins).map(([name, verb]) => ({ name, verb, what: "role" as const }));
  for (const { name, verb, what } of [...directors, ...admins]) {
    // One way of losing a right for each action in the gate.
    const tags = what === "role" ? [] : ["thorough"];
    test(`who ${name} is refused once the ${what} is gone`, { tags }, async () => {
      const scene = await aScene();
      const prepared = await verb(scene);
      const { waited, status, body, changed } = await askDuring(scene, prepared, what);
      expect({ waited, changed }).toEqual({ waited: true, changed: [] });
      if (prepared.refused) expect(prepared.refused(body as never)).toBe(true);
      else expect([403, 404]).toContain(status);
    });
  }
});

describe("a step of a bulk task whose starter loses permissions while it waits", () => {
  const acts: Record<string, BodyInput<typeof startMemberTask>["act"]> = {
    label: { kind: "members.changeLabel", labelId: "" },
    level: { kind: "members.move", levelId: "" },
    end: { kind: "members.remove" },
    invitation: { kind: "members.resendActivation" },
    message: { kind: "members.message", subject: "Training", text: "At five." },
  };
  for (const [name, act] of Object.entries(acts)) {
    for (const what of ["role", "role by a colleague", "reach"] as const) {
      const tags = what === "role" ? [] : ["thorough"];
      test(`skips everybody: ${name}, with the ${what} gone`, { tags }, async () => {
        const scene = await aScene();
        const { org, director, member } = scene;
        // The mail of the invitation has left, and all is counted.
        await org.asSystem(foldSoon);
        await world.it.drainJobs();
        world.it.clock.shift = 120_000;
        const { taskId } = await director.call(startMemberTask, {
          params: { id: org.levels.northTeam },
          body: {
            selection: { profileLevelAccessIds: [member.plaId] },
            act: {
              ...act,
              ...("labelId" in act ? { labelId: org.labelIds.Volunteer } : {}),
              ...("levelId" in act ? { levelId: org.levels.otherTeam } : {}),
            },
          },
        });
        const ask = async () => {
          await world.it.drainJobs();
          return { status: 200, body: null };
        };
        const { waited, changed } = await askDuring(scene, { ask }, what);
        const ofTheTask = ["task", "task_item", "notice"];
        expect({ waited, changed: changed.filter((name) => !ofTheTask.includes(name)) }).toEqual({
          waited: true,
          changed: [],
        });
        expect(await director.call(getTask, { params: { id: taskId } })).toMatchObject({ done: 0, skipped: 1 });
      });
    }
  }
});

test("an import adds nobody where its beginner's reach is gone while a step of it waits", async () => {
  const scene = await aScene();
  const { org, director } = scene;
  const heading = "Name,Last Name,Email,Level/Team,Role,Requires Guardian";
  const file = new File([`${heading}\nBo,Larsen,,northTeam,Volunteer,\n`], "roster.csv", { type: "text/csv" });
  const { rosterImportId: id } = await director.call(uploadRoster, { body: {}, files: [file] });
  const { mapping } = await director.call(getRosterImport, { params: { id } });
  await director.call(checkRosterImport, { params: { id }, body: mapping });
  await world.it.drainJobs();
  await director.call(startRosterImport, { params: { id }, body: { invite: false } });
  const ask = async () => {
    await world.it.drainJobs();
    return { status: 200, body: null };
  };
  const { waited } = await askDuring(scene, { ask }, "reach");
  expect(waited).toBe(true);
  const { rows } = await owner.query("SELECT FROM profile WHERE organization_id = $1 AND last_name = 'Larsen'", [
    org.organizationId,
  ]);
  expect(rows).toHaveLength(0);
});

describe("a guardian whose guardianship ends while they wait", () => {
  test("withdraws nothing of it, invites nobody and takes it nowhere", async () => {
    const family = await aFamilyOrganization(world.it);
    const { org, parent } = family;
    const verbs = {
      invites: (childProfileId: string) =>
        parent.ask(inviteGuardian, {
          body: { childProfileIds: [childProfileId], firstName: "Sam", lastName: "Little", email: "sam@example.org" },
        }),
      takesBack: (profileId: string) => parent.ask(removeChild, { params: { profileId } }),
      leaves: (profileId: string) => parent.ask(endOwnGuardianship, { params: { profileId } }),
    };
    for (const [number, verb] of Object.values(verbs).entries()) {
      const { profileId } = await childOf(parent, family, { firstName: `Noa${"abc"[number]}` });
      const [ready, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      let before: Record<string, string> = {};
      const over = org.asSystem(async (call) => {
        await lockDuties(call, "memberships");
        await lockPeople(call, [profileId]);
        await call.db.execute(sql`UPDATE guardianship SET ended_at = now(), ended_how = 'administrator'
          WHERE organization_id = ${call.organizationId} AND child_profile_id = ${profileId}`);
        before = await stored(call);
        ready.resolve();
        await held.promise;
      });
      await Promise.race([ready.promise, over]);
      const answer = verb(profileId);
      while (!(await somebodyWaits())) await setTimeout(5);
      held.resolve();
      await over;
      expect([403, 404]).toContain((await answer).status);
      const after = await org.asSystem(stored);
      expect(tables.filter((name) => before[name] !== after[name])).toEqual([]);
    }
  });
});
