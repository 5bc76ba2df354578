import { openDatabase } from "@touchline/api/database/database";
import { newId } from "@touchline/api/database/ids";
import { openTenancy } from "@touchline/api/database/tenancy";
import { enqueue } from "@touchline/api/jobs/jobs";
import { retakeAll } from "@touchline/api/jobs/queue";
import { restand, transition } from "@touchline/api/modules/compliance/index";
import { assignContent } from "@touchline/api/modules/library/content/actions/assign";
import { createContent } from "@touchline/api/modules/library/content/actions/create";
import { saveSettings } from "@touchline/api/modules/library/content/actions/save-settings";
import { addMembers, createProfiles } from "@touchline/api/modules/people/profiles/actions/add-members";
import { recordOrder } from "@touchline/api/modules/screening/orders/actions/write";
import { followOrder } from "@touchline/api/modules/screening/orders/jobs";
import { screeningClient, screeningOrder } from "@touchline/api/schema/screening";
import { openWorker } from "@touchline/api/worker";
import { RequirementType } from "@touchline/contract";
import { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";
import { usualSettings } from "@touchline/rules";
import { openAdapters } from "../adapters.ts";
import { demoOrganizations } from "../demo/logins.ts";
import type { EmbeddedPostgres } from "../postgres/supervisor.ts";
import { identityOfEndedHost } from "./ended-host.ts";

/** A check's state at the end: its order, its submission, and how many orders the provider has for it. */
export type EndOfCheck = {
  name: string;
  order: string;
  submission: string;
  /** The provider has reported findings. From then on a reviewer decides, whatever the provider reports later. */
  flagged: boolean;
};

/** The required check and the product it is ordered as. */
type AskedCheck = { contentId: string; screeningClientId: string; productId: string; product: string };

export type ChecksDatabase = Awaited<ReturnType<typeof openChecks>>;

/** The number of people that are added in one transaction. */
const batch = 250;

/** Runs work within an organization as the system, next to the host: in the drill's organization by default. */
export async function openChecks(
  { appUrl, secret }: Pick<EmbeddedPostgres, "appUrl"> & { secret: string },
  options: { dataDir: string; simulatorUrl: string; organizationId?: string },
) {
  const { dataDir, simulatorUrl } = options;
  const { pool, close } = await openDatabase(appUrl, { log: () => {} });
  const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
  const adapters = openAdapters({ dataDir, mail: null, clamd: null, ...site }, secret, simulatorUrl);
  const tenancy = openTenancy(pool);
  const organizationId = tenancy.found(options.organizationId ?? demoOrganizations.club);
  const actor = { kind: "system", name: "drill" } as const;
  const within = <Result>(work: (call: Parameters<typeof restand>[0]) => Promise<Result>) =>
    tenancy.run(organizationId, (db) => work({ actor, organizationId, db, now: new Date(), adapters }));
  const rowsOf = async <Row extends object>(text: string, values: readonly unknown[] = []) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
      const { rows } = await client.query<Row>(text, [organizationId, ...values]);
      await client.query("COMMIT");
      return rows;
    } finally {
      client.release();
    }
  };

  /** Adds people who need a background check. Each has a last name of their own. */
  async function askOf(names: readonly string[]): Promise<AskedCheck> {
    const [place] = await rowsOf<{ levelId: string; labelId: string }>(
      `SELECT level.level_id AS "levelId", label.label_id AS "labelId" FROM level
       JOIN label ON label.organization_id = $1 AND label.name = 'Head Coach'
       WHERE level.organization_id = $1 AND level.parent_id IS NULL`,
    );
    if (!place) throw new Error("The drill's organization has no label for coaches.");
    const provider = adapters.screening.get(BackgroundCheckProvider.Yardstik);
    const [product] = (await provider?.accounts.products({ accountId: "shared", token: null })) ?? [];
    if (!product) throw new Error("The simulated provider has no product.");
    const assigned = await within(async (call) => {
      const screeningClientId = newId();
      await call.db.insert(screeningClient).values({
        ...{ organizationId, screeningClientId, provider: BackgroundCheckProvider.Yardstik, accountId: "shared" },
        ...{ name: "Drill", sealedToken: null, connectedBy: newId(), connectedAt: call.now },
      });
      const base = { type: RequirementType.BackgroundCheck, name: "Drill check", description: "" };
      const made = await createContent(call, { ...base, levelId: place.levelId });
      const settings = {
        ...usualSettings["background-check"],
        ...{ provider: BackgroundCheckProvider.Yardstik, clientId: screeningClientId },
        ...{ productId: product.id, product: product.name },
      };
      await saveSettings(call, { contentId: made.contentId, settings });
      const to = { levelId: place.levelId, labelIds: [place.labelId], includeBelow: true };
      const contentAssignments = [{ ...to, mandatory: true, dueDate: null, payer: "Organization" as const }];
      await assignContent(call, { contentId: made.contentId, contentAssignments });
      return {
        contentId: made.contentId,
        ...{ screeningClientId, productId: product.id, product: product.name },
      };
    });
    for (let start = 0; start < names.length; start += batch) {
      await within(async (call) => {
        const people = names.slice(start, start + batch).map((lastName) => ({
          ...{ profileId: newId(), appUserId: null, firstName: "Drill", lastName },
          ...{ email: `${lastName.toLowerCase()}@drill.example`, dateOfBirth: "1984-05-06" },
          ...{ activatedAt: null, confirmedAt: null },
        }));
        await createProfiles(call, people);
        await addMembers(
          call,
          people.map(({ profileId }) => ({ profileLevelAccessId: newId(), profileId, ...place })),
        );
      });
    }
    return assigned;
  }

  /** Orders everyone's check, as `run-background-check` does once everything is signed. */
  async function order({ contentId, ...ordered }: AskedCheck): Promise<number> {
    const owed = await rowsOf<{
      requirementId: string;
      profileId: string;
      profileLevelAccessId: string;
      versionId: string;
    }>(
      `SELECT requirement.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
         (SELECT place.profile_level_access_id FROM profile_level_access AS place
          WHERE place.organization_id = $1 AND place.profile_id = requirement.profile_id LIMIT 1) AS "profileLevelAccessId",
         content.current_version_id AS "versionId"
       FROM requirement
       JOIN content ON content.organization_id = $1 AND content.content_id = requirement.content_id
       JOIN profile ON profile.organization_id = $1 AND profile.profile_id = requirement.profile_id
       WHERE requirement.organization_id = $1 AND requirement.content_id = $2 AND profile.first_name = 'Drill'
       ORDER BY requirement.requirement_id`,
      [contentId],
    );
    for (let start = 0; start < owed.length; start += batch) {
      await within(async (call) => {
        const some = owed.slice(start, start + batch);
        for (const { versionId, ...of } of some) {
          const { attemptId } = await transition(call, { ...of, contentId }, { kind: "searchStarted" }, versionId);
          await call.db.insert(screeningOrder).values({
            ...{ organizationId, attemptId, simulated: true, provider: BackgroundCheckProvider.Yardstik, ...ordered },
            ...{ state: "placing", stateSince: call.now, orderedBy: of.profileId, orderedAt: call.now },
            nextLookAt: new Date(call.now.getTime() + 120_000),
          });
          await recordOrder(call, {
            ...{ attemptId, state: "placing", providerStatus: null, problem: null, knownBy: "member" },
          });
          await enqueue(call, followOrder, { attemptId, by: "placing" }, { singletonKey: attemptId });
        }
        await restand(
          call,
          some.map((one) => one.profileId),
        );
      });
    }
    return owed.length;
  }

  return {
    askOf,
    order,
    close,
    /** Counts orders that the provider has accepted, as far as the product knows. */
    placed: async () => {
      const [row] = await rowsOf<{ placed: number }>(
        "SELECT count(provider_order_id)::int AS placed FROM screening_order WHERE organization_id = $1",
      );
      return row?.placed ?? 0;
    },
    /** Makes tries that a kill interrupted due at once, as they would be minutes later. */
    retake: () => retakeAll(pool),
    /** Runs the jobs that are left, after the host has ended. Orders without a webhook aren't looked up at the provider. */
    async finish() {
      const now = () => new Date(Date.now() + 3_600_000);
      const log = { error: () => {}, warn: () => {}, info: () => {} };
      const worker = openWorker({ pool, adapters, identity: identityOfEndedHost, now, log });
      await retakeAll(pool);
      await worker.drainJobs();
      await worker.runSchedule("screening.webhooks");
      const outcomes = await worker.drainJobs();
      return outcomes.filter(({ outcome }) => outcome === "dead").length;
    },
    /** Returns how each check ended: its latest order and its present submission. */
    ends: () =>
      rowsOf<EndOfCheck>(
        `SELECT profile.last_name AS name, screening_order.state AS order, present.state AS submission,
           EXISTS (SELECT FROM screening_order_event AS step WHERE step.organization_id = $1
             AND step.attempt_id = screening_order.attempt_id AND step.state = 'review') AS flagged
         FROM screening_order
         JOIN attempt ON attempt.organization_id = $1 AND attempt.attempt_id = screening_order.attempt_id
         JOIN requirement ON requirement.organization_id = $1 AND requirement.requirement_id = attempt.requirement_id
         JOIN profile ON profile.organization_id = $1 AND profile.profile_id = requirement.profile_id
         CROSS JOIN LATERAL (
           SELECT state FROM attempt AS one
           WHERE one.organization_id = $1 AND one.requirement_id = requirement.requirement_id
           ORDER BY one.state IN ('draft', 'waitingApplicant', 'waitingProvider', 'pendingReview') DESC,
             one.created_at DESC, one.attempt_id DESC
           LIMIT 1
         ) AS present
         WHERE screening_order.organization_id = $1`,
      ),
    /** Counts the webhooks that were stored, and those without a matching order. */
    async kept() {
      const { rows } = await pool.query<{ kept: number; open: number }>(
        `SELECT count(*)::int AS kept, count(*) FILTER (WHERE outcome IS DISTINCT FROM 'followed')::int AS open
         FROM screening_webhook`,
      );
      return rows[0] ?? { kept: 0, open: 0 };
    },
  };
}
