import type { Actor, Call } from "@touchline/api/call";
import { foundOrganization } from "@touchline/api/modules/accounts/organizations/actions/found";
import { makeSignupUrl } from "@touchline/api/modules/accounts/signups/actions/urls";
import { invite } from "@touchline/api/modules/joining/invitations/actions/invite";
import { assignContent } from "@touchline/api/modules/library/content/actions/assign";
import { createContent } from "@touchline/api/modules/library/content/actions/create";
import { saveSettings } from "@touchline/api/modules/library/content/actions/save-settings";
import { createLabel } from "@touchline/api/modules/library/labels/actions/add";
import { insertLevels } from "@touchline/api/modules/people/hierarchy/actions";
import { deleteMembership } from "@touchline/api/modules/people/profiles/actions/memberships";
import { searchSome } from "@touchline/api/modules/screening/registry-search/actions/search";
import { searchPeople } from "@touchline/api/modules/screening/registry-search/jobs";
import { level } from "@touchline/api/schema/people";
import { audit } from "@touchline/api/security/audit";
import { typeOfKind } from "@touchline/contract";
import { addToDay, dayOf } from "@touchline/rules";
import { eq } from "drizzle-orm";
import { fillInDetails } from "./details.ts";
import { outsideChapters, refereeCheck } from "./external-checks.ts";
import {
  actingPerson,
  answerLiveScan,
  beginRoster,
  beginWork,
  decide,
  importOf,
  letTimePass,
  letTimePassForAll,
  liveScanAnswers,
  type Numbers,
  playable,
  requirementId,
  submit,
} from "./history-steps.ts";
import { incidentChapters } from "./incidents.ts";
import { type DemoAccounts, joinTogether } from "./joining.ts";
import { connectDemoPartner } from "./partner.ts";
import { feesSinceDaysAgo, paidCourse, paymentChapters } from "./payments.ts";
import {
  assignedDaysAgo,
  demoLabels,
  foundedDaysAgo,
  type LabelKey,
  type PlannedContent,
  type PlannedOrganization,
  type PlannedPerson,
  waves,
} from "./plan.ts";
import { adverseSteps, applyForScreening, finishCheck, openAccount, orderCheck } from "./screening.ts";
import { subscribedDaysAgo, writeSubscription } from "./subscription.ts";

/** Who creates organizations in the product. */
const platform: Actor = { kind: "system", name: "platform" };
const day = 86_400_000;
const hour = 3_600_000;
/** Checks are ordered at a provider since then. */
const setUpDaysAgo = 40;

/** Something that happened, with the clock at that time. */
type Chapter = { at: Date; write(call: Omit<Call, "actor">): Promise<void> };

/**
 * Writes a planned organization within the call's transaction, in the order in which it happened and by the verbs of the
 * product, so that statuses and history are what they would be.
 *
 * @param call.now the present: everything lies before it.
 * @param around.simulatorUrl where providers are simulated; null: none is asked for anything.
 * @param around.throwIfAborted called before each step. If it throws, everything is undone.
 */
export async function writeOrganization(
  call: Omit<Call, "actor">,
  plan: PlannedOrganization,
  accounts: DemoAccounts["accounts"],
  { simulatorUrl, throwIfAborted }: { simulatorUrl: string | null; throwIfAborted: () => void },
): Promise<void> {
  const ago = (days: number, hours = 0) => new Date(call.now.getTime() - days * day - hours * hour);
  const labels = new Map<LabelKey, string>();
  const known = { labels, accounts };
  const { founder } = plan;
  await found({ ...call, actor: platform, now: ago(foundedDaysAgo) }, plan, known);
  const inTheNameOf = (person: PlannedPerson, then: Omit<Call, "actor">) => ({
    ...then,
    actor: actingPerson(person, numbers, accounts),
  });
  let numbers = await numbersOf(call);
  await setUp(inTheNameOf(founder, { ...call, now: ago(foundedDaysAgo, -1) }), plan, labels);
  numbers = await numbersOf(call);
  const about = { zone: plan.timeZone, today: dayOf(call.now.getTime(), plan.timeZone) };
  const contents = new Map<string, PlannedContent & { contentId: string; contentVersionId: string }>();
  const chapters: Chapter[] = [
    ...waves.map((joined) => ({
      at: ago(joined),
      write: (then: Omit<Call, "actor">) => {
        const people = plan.people.filter((person) => person.joinedDaysAgo === joined && person !== founder);
        return joinTogether(inTheNameOf(founder, then), people, known);
      },
    })),
    ...plan.contents.map((content) => ({
      at: ago(assignedDaysAgo),
      write: async (then: Omit<Call, "actor">) => {
        const made = await assign(inTheNameOf(founder, then), content, labels, about.today);
        contents.set(content.key, { ...content, ...made });
      },
    })),
  ];
  chapters.push(...incidentChapters(plan, { founder, ago, inTheNameOf }));
  const contentIdOf = (key: string) => contents.get(key)?.contentId ?? "";
  const outside = refereeCheck(plan);
  if (outside) {
    chapters.push(
      {
        at: ago(20),
        write: async (then) => {
          const made = await assign(inTheNameOf(founder, then), outside, labels, about.today);
          contents.set(outside.key, { ...outside, ...made });
        },
      },
      ...outsideChapters(plan, { founder, ago, inTheNameOf, contentId: () => contentIdOf(outside.key) }),
    );
  }
  if (simulatorUrl !== null && call.adapters.payments !== null) {
    const paid = paidCourse(plan);
    if (paid) {
      chapters.push(
        {
          at: ago(feesSinceDaysAgo),
          write: async (then) => {
            const made = await assign(inTheNameOf(founder, then), paid, labels, about.today);
            contents.set(paid.key, { ...paid, ...made });
          },
        },
        ...paymentChapters(plan, { founder, ago, inTheNameOf, contentId: () => contentIdOf(paid.key) }),
        {
          at: ago(subscribedDaysAgo),
          write: (then) => writeSubscription(inTheNameOf(founder, then), { plan, ago, simulatorUrl }),
        },
      );
    }
  }
  for (const joined of waves) {
    const invited = plan.people.filter((one) => one.joinedDaysAgo === joined && !one.activated && one.email !== null);
    if (invited.length === 0) continue;
    chapters.push({
      at: ago(joined, -1),
      write: async (then) => {
        await invite(
          inTheNameOf(founder, then),
          invited.map((one) => one.profileId),
        );
      },
    });
  }
  for (const person of plan.people.filter((one) => one.login)) {
    chapters.push({
      at: ago(person.joinedDaysAgo, -2),
      write: (then) => fillInDetails(inTheNameOf(person, then), person),
    });
  }
  if (simulatorUrl !== null) {
    chapters.push({
      at: ago(setUpDaysAgo),
      write: (then) => applyForScreening(inTheNameOf(founder, then), plan.application),
    });
  }
  if (simulatorUrl !== null && plan.application.submitted) {
    chapters.push({ at: ago(1), write: (then) => connectDemoPartner(inTheNameOf(founder, then)) });
    chapters.push({
      at: ago(setUpDaysAgo, -1),
      write: async (then) => {
        const ordered = await openAccount(inTheNameOf(founder, then), simulatorUrl);
        for (const { settings, ...content } of [...contents.values()]) {
          if (settings.kind !== "background-check" || content.key === "jdp") continue;
          const changed = { ...settings, ...ordered };
          const { contentId } = content;
          const { contentVersionId } = await saveSettings(inTheNameOf(founder, then), { contentId, settings: changed });
          contents.set(content.key, { ...content, settings: changed, contentVersionId });
        }
      },
    });
    for (const [index, one] of plan.checks.entries()) {
      const { person, membership, content } = one;
      const placeOf = async (acting: Call) => ({
        requirementId: await requirementId(acting, person.profileId, contentIdOf(content)),
        profileLevelAccessId: membership.profileLevelAccessId,
      });
      const ordering = async (then: Omit<Call, "actor">) => {
        const acting = inTheNameOf(person, then);
        await letTimePass(acting, person.profileId);
        await orderCheck(acting, one, await placeOf(acting), call.now);
      };
      const finishing = async (then: Omit<Call, "actor">) => {
        const acting = inTheNameOf(person, then);
        await finishCheck(acting, one, await placeOf(acting), simulatorUrl);
      };
      const { daysAgo } = one;
      chapters.push(
        { at: ago(daysAgo, 2 + index), write: ordering },
        { at: ago(daysAgo - 1, 3 + index), write: finishing },
      );
      for (const { days, by, take } of adverseSteps(one.outcome)) {
        chapters.push({
          at: ago(daysAgo - 1 - days, index),
          write: async (then) => {
            const acting = inTheNameOf(by === "reviewer" ? founder : person, then);
            await letTimePass(acting, person.profileId);
            await take(acting, await placeOf(acting));
          },
        });
      }
    }
  }
  if (plan.beginnings.some(({ content }) => content === "search")) {
    chapters.push({
      at: ago(0, 2),
      write: async (then) => {
        const searching: Call = { ...then, actor: { kind: "system", name: `job.${searchPeople.name}` } };
        while (await searchSome(searching, {}));
      },
    });
  }
  for (const [daysAgo, some] of Map.groupBy(plan.completions, (one) => one.recordedDaysAgo)) {
    chapters.push({
      at: ago(daysAgo, 14),
      write: async (then) => {
        await letTimePassForAll(then);
        await importOf(inTheNameOf(founder, then), some, (key) => contents.get(key), about);
      },
    });
  }
  const { roster } = plan;
  if (roster) {
    chapters.push({ at: ago(roster.daysAgo), write: (then) => beginRoster(inTheNameOf(roster.by, then), roster) });
  }
  for (const { by, levelId, label, daysAgo } of plan.signupUrls) {
    chapters.push({
      at: ago(daysAgo, 2),
      write: async (then) => {
        const labelId = labels.get(label) ?? "";
        await makeSignupUrl(inTheNameOf(by, then), { levelId, labelId, endsOn: null, maxUses: null });
      },
    });
  }
  for (const [index, one] of plan.submissions.entries()) {
    const { person, guardian, review } = one;
    const contentOf = () => contents.get(one.content) as PlannedContent & { contentId: string };
    // By day, and never two at the same moment.
    const hours = 4 + (index % 9);
    chapters.push({
      at: ago(one.submittedDaysAgo, hours),
      write: async (then) => {
        const acting = inTheNameOf(guardian ?? person, then);
        await letTimePass(acting, person.profileId);
        await submit(acting, one, contentOf(), about);
      },
    });
    if (review) {
      chapters.push({
        at: ago(review.daysAgo, hours - 3),
        write: async (then) => {
          const acting = inTheNameOf(review.by, then);
          await letTimePass(acting, person.profileId);
          await decide(acting, one, contentOf(), about.zone);
        },
      });
    }
  }
  const fingerprinted = plan.submissions.filter(
    (one) => plan.contents.find(({ key }) => key === one.content)?.settings.kind === "live-scan",
  );
  const leaver = fingerprinted.find(({ person, review }) => review?.decision === "Approved" && mayLeave(plan, person));
  if (leaver) {
    chapters.push({
      at: ago(0),
      write: async (then) =>
        void (await deleteMembership(inTheNameOf(founder, then), { id: leaver.membership.profileLevelAccessId })),
    });
  }
  const scans = fingerprinted.filter((one) => !one.review);
  for (const [index, one] of scans.entries()) {
    const answer = liveScanAnswers[index % liveScanAnswers.length];
    if (!answer) continue;
    chapters.push({
      at: ago(0, 1),
      write: (then) =>
        answerLiveScan(inTheNameOf(founder, then), one, contentIdOf(one.content), { answer, zone: about.zone }),
    });
  }
  for (const [index, one] of plan.beginnings.entries()) {
    chapters.push({
      at: ago(one.daysAgo, 2 + (index % 5)),
      write: async (then) => {
        const acting = inTheNameOf(one.person, then);
        await letTimePass(acting, one.person.profileId);
        const content = contents.get(one.content);
        if (content) await beginWork(acting, one, content, about);
      },
    });
  }
  chapters.sort((a, b) => a.at.getTime() - b.at.getTime());
  for (const { at, write } of chapters) {
    throwIfAborted();
    await write({ ...call, now: at });
  }
  await letTimePassForAll(call);
}

/** Whether nobody needs this person any longer: they hold one role, can't sign in, and review nothing. */
const mayLeave = ({ founder, submissions, checks }: PlannedOrganization, person: PlannedPerson) =>
  person !== founder &&
  person.login === null &&
  person.memberships.length === 1 &&
  !submissions.some(({ review, guardian }) => review?.by === person || guardian === person) &&
  !checks.some((one) => one.person === person);

/** As the platform founds an organization: the root, the first administrator's role, and who holds it. */
async function found(call: Call, plan: PlannedOrganization, known: DemoAccounts & { labels: Map<LabelKey, string> }) {
  const { name, initials, timeZone, accentColor, countryCode, stateCode, cityName, founder } = plan;
  const [root] = plan.levels;
  await foundOrganization(call, {
    ...{ name, initials, timeZone, accentColor, countryCode, stateCode, cityName },
    isDemo: true,
    rootLevelId: root.levelId,
    rootKind: root.kind,
  });
  const [first] = founder.memberships;
  if (!first) throw new Error("Whoever an organization of the demo begins with belongs to it.");
  known.labels.set(first.label, await createLabel(call, demoLabels[first.label]));
  await joinTogether(call, [founder], known);
  await audit(call, [{ action: "organization.created", subjectId: call.organizationId, values: { name } }]);
}

/** What the first administrator sets up: the levels and the other roles. */
async function setUp(call: Call, plan: PlannedOrganization, labels: Map<LabelKey, string>): Promise<void> {
  const [, ...below] = plan.levels;
  await insertLevels(call, below);
  for (const [key, label] of Object.entries(demoLabels) as [LabelKey, (typeof demoLabels)[LabelKey]][]) {
    if (!labels.has(key)) labels.set(key, await createLabel(call, label));
  }
}

async function numbersOf(call: Pick<Call, "db" | "organizationId">): Promise<Numbers> {
  const rows = await call.db
    .select({ levelId: level.levelId, pre: level.pre, last: level.last })
    .from(level)
    .where(eq(level.organizationId, call.organizationId));
  return new Map(rows.map(({ levelId, ...numbered }) => [levelId, numbered]));
}

async function assign(call: Call, plan: PlannedContent, labels: Map<LabelKey, string>, today: string) {
  const { name, description, levelId } = plan;
  const { contentId } = await createContent(call, { type: typeOfKind[plan.settings.kind], name, description, levelId });
  const settings = await playable(call, contentId, plan);
  const { contentVersionId } = await saveSettings(call, { contentId, settings });
  await assignContent(call, {
    contentId,
    contentAssignments: plan.assignments.map(({ labels: named, dueInDays, ...one }) => ({
      ...one,
      labelIds: named.map((key) => labels.get(key) ?? ""),
      dueDate: dueInDays === null ? null : addToDay(today, { days: dueInDays }),
    })),
  });
  return { contentId, contentVersionId, settings };
}
