import { openDatabase } from "@touchline/api/database/database";
import { newId } from "@touchline/api/database/ids";
import { openTenancy } from "@touchline/api/database/tenancy";
import { retakeAll } from "@touchline/api/jobs/queue";
import { assignContent } from "@touchline/api/modules/library/content/actions/assign";
import { createContent } from "@touchline/api/modules/library/content/actions/create";
import { saveSettings } from "@touchline/api/modules/library/content/actions/save-settings";
import { addMembers, createProfiles } from "@touchline/api/modules/people/profiles/actions/add-members";
import { openWorker } from "@touchline/api/worker";
import { RequirementType } from "@touchline/contract";
import { createAccounts } from "@touchline/identity";
import { usualSettings } from "@touchline/rules";
import { openAdapters } from "../adapters.ts";
import { demoOrganizations } from "../demo/logins.ts";
import type { EmbeddedPostgres } from "../postgres/supervisor.ts";
import { identityOfEndedHost } from "./ended-host.ts";
import { type CardPayer, payersPassword } from "./payers.ts";

/** A payment's state in the product. */
export type EndOfPayment = {
  paymentId: string;
  requirementId: string;
  state: string;
  item: string;
  refunded: number;
  open: boolean;
};

/** Runs work within the drill's organization as the system, next to the hosts. */
export async function openDebts(
  { appUrl, identityUrl, secret }: Pick<EmbeddedPostgres, "appUrl" | "identityUrl"> & { secret: string },
  options: { dataDir: string; simulatorUrl: string },
) {
  const { pool, close } = await openDatabase(appUrl, { log: () => {} });
  const site = { publicUrl: "http://127.0.0.1", supportEmail: "support@example.org" };
  const { dataDir, simulatorUrl } = options;
  const adapters = openAdapters({ dataDir, mail: null, clamd: null, ...site }, secret, simulatorUrl);
  const tenancy = openTenancy(pool);
  const organizationId = tenancy.found(demoOrganizations.club);
  const actor = { kind: "system", name: "drill" } as const;
  type Verb = Parameters<typeof createContent>[0];
  const within = <Result>(work: (call: Verb) => Promise<Result>) =>
    tenancy.run(organizationId, (db) => work({ actor, organizationId, db, now: new Date(), adapters }));
  const rowsOf = async <Row extends object>(text: string) => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("SELECT set_config('app.organization_id', $1, true)", [organizationId]);
      const { rows } = await client.query<Row>(text, [organizationId]);
      await client.query("COMMIT");
      return rows;
    } finally {
      client.release();
    }
  };

  /** Adds people who each owe the price of several trainings. */
  async function owe(people: number, trainings: number, price: number): Promise<CardPayer[]> {
    const [place] = await rowsOf<{ levelId: string; labelId: string }>(
      `SELECT level.level_id AS "levelId", label.label_id AS "labelId" FROM level
       JOIN label ON label.organization_id = $1 AND label.name = 'Head Coach'
       WHERE level.organization_id = $1 AND level.parent_id IS NULL`,
    );
    if (!place) throw new Error("The drill's organization has no label for coaches.");
    for (let index = 0; index < trainings; index += 1) {
      await within(async (call) => {
        const base = { type: RequirementType.AbusePreventionTraining, name: `Drill ${index}`, description: "" };
        const { contentId } = await createContent(call, { ...base, levelId: place.levelId });
        const usual = usualSettings["abuse-prevention-training"];
        const settings = { ...usual, trainingUrl: "https://training.example.org/course", price };
        await saveSettings(call, { contentId, settings });
        const to = { levelId: place.levelId, labelIds: [place.labelId], includeBelow: true };
        const contentAssignments = [{ ...to, mandatory: true, dueDate: null, payer: "Individual" as const }];
        await assignContent(call, { contentId, contentAssignments });
      });
    }
    const identity = await openDatabase(identityUrl, { log: () => {} });
    const accounts = createAccounts(identity.pool);
    const made: { profileId: string; email: string; sub: string }[] = [];
    for (let index = 0; index < people; index += 1) {
      const email = `payer${index}@drill.example`;
      const { sub } = await accounts.create({ email, password: payersPassword, emailConfirmed: true });
      made.push({ profileId: newId(), email, sub });
    }
    await identity.close();
    await within(async (call) => {
      const profiles = made.map(({ profileId, email, sub }, index) => ({
        ...{ profileId, email, appUserId: sub, firstName: "Drill", lastName: `Payer ${index}` },
        ...{ dateOfBirth: "1984-05-06", activatedAt: call.now, confirmedAt: call.now },
      }));
      await createProfiles(call, profiles);
      await addMembers(
        call,
        made.map(({ profileId }) => ({ profileLevelAccessId: newId(), profileId, ...place })),
      );
    });
    const owed = await rowsOf<CardPayer["owed"][number] & { profileId: string }>(
      `SELECT requirement.requirement_id AS "requirementId", requirement.profile_id AS "profileId",
         place.profile_level_access_id AS "profileLevelAccessId"
       FROM requirement
       JOIN content ON content.organization_id = $1 AND content.content_id = requirement.content_id
       JOIN profile_level_access AS place ON place.organization_id = $1 AND place.profile_id = requirement.profile_id
       WHERE requirement.organization_id = $1 AND content.name LIKE 'Drill %'`,
    );
    const byProfile = Map.groupBy(owed, (one) => one.profileId);
    return made.map(({ profileId, email }) => ({
      email,
      owed: (byProfile.get(profileId) ?? []).map(({ profileId: _, ...one }) => one),
    }));
  }

  return {
    owe,
    close,
    retake: () => retakeAll(pool),
    /**
     * Runs the jobs that are left, hour after hour, after the hosts have ended.
     *
     * @returns the number of jobs that failed for good.
     */
    async finish(log: (line: string) => void): Promise<number> {
      let shift = 0;
      const now = () => new Date(Date.now() + shift);
      const silent = { error: () => {}, warn: () => {}, info: () => {} };
      const worker = openWorker({ pool, adapters, identity: identityOfEndedHost, now, log: silent });
      await retakeAll(pool);
      let dead = 0;
      for (let round = 0; round < 24; round += 1) {
        shift = round * 600_000;
        for (const schedule of ["billing.webhooks", "billing.look"]) {
          await worker.runSchedule(schedule);
          const begun = performance.now();
          const outcomes = await worker.drainJobs();
          const seconds = ((performance.now() - begun) / 1000).toFixed(0);
          if (outcomes.length > 0)
            log(`Jobs of ${schedule} after ${round * 10} minutes: ${outcomes.length} in ${seconds} s.`);
          dead += outcomes.filter(({ outcome }) => outcome === "dead").length;
        }
      }
      await worker.runSchedule("billing.reconcile");
      return dead;
    },
    ends: () =>
      rowsOf<EndOfPayment>(
        `SELECT payment.payment_id AS "paymentId", payment_item.requirement_id AS "requirementId", payment.state,
           payment_item.state AS item, payment.refunded, payment.next_look_at IS NOT NULL AS open
         FROM payment JOIN payment_item ON payment_item.organization_id = $1 AND payment_item.payment_id = payment.payment_id
         WHERE payment.organization_id = $1`,
      ),
    /** Returns what the provider owes by the ledger, the differences from its books, and the stored webhooks. */
    async books() {
      const [ledger] = await rowsOf<{ provider: number; differences: number; compared: number }>(
        `SELECT (SELECT coalesce(sum(CASE WHEN debit = 'provider' THEN amount WHEN credit = 'provider' THEN -amount END), 0)::float8
             FROM ledger_entry WHERE organization_id = $1) AS provider,
           (SELECT count(*)::int FROM ledger_difference WHERE organization_id = $1) AS differences,
           (SELECT coalesce(sum(compared), 0)::int FROM reconciliation WHERE organization_id = $1) AS compared`,
      );
      const { rows } = await pool.query<{ kept: number }>("SELECT count(*)::int AS kept FROM payment_webhook");
      return { provider: 0, differences: 0, compared: 0, ...ledger, kept: rows[0]?.kept ?? 0 };
    },
  };
}
