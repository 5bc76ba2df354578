import { addToDay, dayOf, isDigestDue, isReminderDue } from "@touchline/rules";
import { and, asc, desc, eq, gt, lte } from "drizzle-orm";
import { type Call, organizationFacts } from "../../../../call.ts";
import { ours } from "../../../../database/tenancy.ts";
import { reminderRound } from "../../../../schema/reporting.ts";
import { remindInvited } from "../../../joining/index.ts";
import { sendMails } from "../../../messages/index.ts";
import { endingByRedo, isRedo, type OpenRequirement, openRequirements } from "../queries/open.ts";
import { guardedBy, nextPeople, type ReminderSubject } from "../queries/people.ts";
import { whoGetsDigests } from "./digest.ts";

/** People handled in one step. */
const batch = 500;
/** The most requirements that are named in one mail. */
const mostNamed = 20;
const first = "00000000-0000-0000-0000-000000000000";

type RoundContext = { name: string; zone: string; today: string };

async function here(call: Call): Promise<RoundContext> {
  const { name, timeZone: zone } = await organizationFacts(call);
  return { name, zone, today: dayOf(call.now.getTime(), zone) };
}

/** The key of a person's one mail of a day; a second one would find it taken. */
export const reminderKey = (profileId: string, day: string) => `reminder:${profileId}:${day}`;

/**
 * Begins today's reminders, unless they have begun. If none were sent for some days, requirements that fell due since get one
 * reminder; an organization's first reminders look back one day. An unfinished round is replaced by this one, which looks back
 * as far for people it didn't reach (`reachedBy`).
 */
export async function beginRound(call: Call): Promise<void> {
  const { today } = await here(call);
  const [before] = await call.db
    .select({ day: reminderRound.day, since: reminderRound.since, endedAt: reminderRound.endedAt })
    .from(reminderRound)
    .where(ours(reminderRound, call))
    .orderBy(desc(reminderRound.day))
    .limit(1);
  const reached = before?.endedAt === null ? before.since : before?.day;
  const since = reached ?? addToDay(today, { days: -1 });
  await call.db
    .insert(reminderRound)
    .values({ organizationId: call.organizationId, day: today, since, afterProfile: first })
    .onConflictDoNothing();
}

/**
 * Reminds the next people of a round in the call's transaction: each processed person has a mail, or none was due. Even if the
 * process ends, nobody is skipped and nobody gets a second one.
 *
 * @returns whether people are left, and which of the processed ones are due a digest.
 */
export async function continueRound(
  call: Call,
  most = batch,
): Promise<{ more: boolean; digests: { profileId: string; day: string }[] }> {
  const place = await here(call);
  const round = await presentRound(call, place);
  if (!round || round.endedAt !== null) return { more: false, digests: [] };
  const others = await roundsSince(call, round.since, place);
  // A later round began while this one waited for the lock: that one continues.
  if (others.some((one) => one.day > round.day)) return { more: true, digests: [] };
  const people = await nextPeople(call, round.afterProfile, most);
  // A round that lasts past midnight keeps its own day.
  const today = { ...place, today: round.day };
  const groups = Map.groupBy(people, (one) => reachedBy(others, one) ?? round.since);
  let mails = 0;
  const digests: { profileId: string; day: string }[] = [];
  for (const [since, some] of groups) {
    mails += (await remindOpen(call, some, since, today)) + (await activate(call, some, since, today));
    const weekly = isDigestDue(since, round.day);
    const lookAfter = await whoGetsDigests(call, some.flatMap(activeWithAddress), { weekly });
    digests.push(...lookAfter.map((profileId) => ({ profileId, day: round.day })));
  }
  const more = people.length === most;
  await call.db
    .update(reminderRound)
    .set({
      afterProfile: people.at(-1)?.profileId ?? round.afterProfile,
      mails: round.mails + mails,
      endedAt: more ? null : call.now,
    })
    .where(and(ours(reminderRound, call), eq(reminderRound.day, round.day)));
  return { more, digests };
}

/** Returns the latest round; only that one continues, so that nobody gets mails of an earlier and a later day. */
async function presentRound(call: Call, { today }: RoundContext) {
  const [round] = await call.db
    .select()
    .from(reminderRound)
    .where(and(ours(reminderRound, call), lte(reminderRound.day, today)))
    .orderBy(desc(reminderRound.day))
    .limit(1)
    .for("update");
  return round ?? null;
}

/** Reads the rounds after a day, latest first; waits for a step of one in progress. */
async function roundsSince(call: Call, since: string, { today }: RoundContext): Promise<Round[]> {
  const rounds = await call.db
    .select()
    .from(reminderRound)
    .where(and(ours(reminderRound, call), gt(reminderRound.day, since), lte(reminderRound.day, today)))
    .orderBy(asc(reminderRound.day))
    .for("update");
  return rounds.toReversed();
}

/**
 * Returns the day up to which a person got reminders: that of the latest earlier round that reached them, because it finished
 * or passed them; null if none did.
 */
function reachedBy(rounds: readonly Round[], { profileId }: Person): string | null {
  // The present round hasn't reached them, or they wouldn't be checked.
  const round = rounds.find((one) => one.endedAt !== null || one.afterProfile >= profileId);
  return round?.day ?? null;
}

const activeWithAddress = (one: Person) => (one.active && one.email !== null ? one.profileId : []);

type Person = Awaited<ReturnType<typeof nextPeople>>[number];
type Round = typeof reminderRound.$inferSelect;

/** Reminds people who were invited and haven't activated, on the days of the activation series. */
async function activate(
  call: Call,
  people: readonly Person[],
  since: string,
  { zone, today }: RoundContext,
): Promise<number> {
  const waiting = people.filter((one) => !one.active && one.email !== null).map((one) => one.profileId);
  return remindInvited(call, waiting, {
    isDue: (invitedAt) => isReminderDue("activation", invitedAt.getTime(), since, today, zone),
    keyOf: (profileId) => reminderKey(profileId, today),
  });
}

/**
 * Reminds people who have something to do, or to repeat, for themselves or for their children, with one mail about everything.
 */
async function remindOpen(call: Call, people: readonly Person[], since: string, place: RoundContext): Promise<number> {
  const reachable = people.filter((one) => one.active && one.email !== null);
  const guarded = await guardedBy(call, reachable);
  const subjects: ReminderSubject[] = [...reachable, ...guarded];
  const about = [...new Set(subjects.map((one) => one.profileId))];
  const [owed, ending] = await Promise.all([
    openRequirements(call, about, place.zone),
    endingByRedo(call, about, place.zone),
  ]);
  const open = Map.groupBy([...owed, ...ending], (one) => one.profileId);
  const ofRecipient = Map.groupBy(subjects, (one) => one.recipientId);
  const mails = reachable.flatMap((person) => {
    const theirs = (ofRecipient.get(person.profileId) ?? []).flatMap((subject) =>
      (open.get(subject.profileId) ?? [])
        // Mentioned only on its own day, because it is done.
        .filter((one) => !isRedo(one) || isDue(subject, one, since, place))
        .map((one) => ({ subject, one })),
    );
    if (!theirs.some(({ subject, one }) => isDue(subject, one, since, place))) return [];
    const own = theirs.every(({ subject }) => subject.name === null);
    return {
      kind: theirs.every(({ one }) => isRedo(one)) ? ("requirementsAgain" as const) : ("requirementsOpen" as const),
      to: person.email as string,
      profileId: person.profileId,
      key: reminderKey(person.profileId, place.today),
      fields: {
        firstName: person.firstName,
        organization: place.name,
        open: theirs.slice(0, mostNamed).map(({ subject, one }) => ({
          member: subject.name,
          requirement: one.name,
          status: one.status,
          spared: one.spared,
          due: one.dueAt === null ? null : inEach(one.dueAt, place.zone),
        })),
        more: Math.max(0, theirs.length - mostNamed),
        path: own ? "/requirements" : "/groupAccountDashboard",
      },
    };
  });
  return (await sendMails(call, mails)).length;
}

/** Returns whether a reminder is due, counted from activation, or from when the requirement opened if that was later. */
function isDue(subject: ReminderSubject, one: OpenRequirement, since: string, { zone, today }: RoundContext): boolean {
  const opened = Math.max(one.openedAt, subject.activatedAt.getTime());
  return isReminderDue(isRedo(one) ? "redo" : (one.frequency ?? "openRequirement"), opened, since, today, zone);
}

/** A due date is an instant at which the day is over: the day that people mean ends then. */
export function inEach(dueAt: number, zone: string) {
  const written = (language: string) =>
    new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: zone }).format(new Date(dueAt - 1));
  return { en: written("en"), es: written("es") };
}
