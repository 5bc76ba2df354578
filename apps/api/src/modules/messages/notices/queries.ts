import type { ResponseOf } from "@touchline/contract";
import { type listNotices as listShape, mostUnread } from "@touchline/contract/messages/notices";
import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm";
import { actingProfile, type Call } from "../../../call.ts";
import { onKey, ours } from "../../../database/tenancy.ts";
import { requirement } from "../../../schema/compliance.ts";
import { content } from "../../../schema/library.ts";
import { type NoticeFacts, notice } from "../../../schema/messages.ts";
import { profile } from "../../../schema/people.ts";

const aboutRequirements = ["decision", "proposal", "adverseAction", "playingUp"] as const;
type About = NoticeFacts[(typeof aboutRequirements)[number]];
type Shown = ResponseOf<typeof listShape>;

/** Counts the actor's unread notices, up to a bound. */
export async function unreadCount(call: Call): Promise<{ count: number; more: boolean }> {
  const rows = await call.db
    .select({ id: notice.noticeId })
    .from(notice)
    .where(and(ours(notice, call), eq(notice.profileId, actingProfile(call) as string), isNull(notice.readAt)))
    .limit(mostUnread + 1);
  return { count: Math.min(rows.length, mostUnread), more: rows.length > mostUnread };
}

/** Lists the actor's notices, newest first, with the present names of what they are about. */
export async function noticesBefore(
  call: Call,
  { before, perPage }: { before?: string | undefined; perPage: number },
): Promise<Shown> {
  const rows = await call.db
    .select()
    .from(notice)
    .where(
      and(
        ours(notice, call),
        eq(notice.profileId, actingProfile(call) as string),
        before === undefined ? undefined : lt(notice.noticeId, before),
      ),
    )
    .orderBy(desc(notice.noticeId))
    .limit(perPage + 1);
  const page = rows.slice(0, perPage);
  const isAbout = (kind: string) => aboutRequirements.some((one) => one === kind);
  const decided = page.filter((row) => isAbout(row.kind)).map((row) => row.facts as About);
  const names = await namesOf(call, decided);
  const data = page.map((row) => {
    const base = { noticeId: row.noticeId, at: row.createdAt.toISOString(), read: row.readAt !== null };
    if (!isAbout(row.kind)) return { ...base, kind: row.kind, ...row.facts };
    const { profileId, ...facts } = row.facts as About;
    return {
      ...base,
      kind: row.kind,
      ...facts,
      requirement: names.requirements.get(facts.requirementId) ?? "a requirement",
      member: profileId === row.profileId ? null : (names.people.get(profileId) ?? "your child"),
    };
  }) as Shown["data"];
  return { data, next: rows.length > perPage ? (page.at(-1)?.noticeId ?? null) : null };
}

async function namesOf(call: Call, decided: readonly About[]) {
  const [requirementIds, profileIds] = [
    [...new Set(decided.map((one) => one.requirementId))],
    [...new Set(decided.map((one) => one.profileId))],
  ];
  if (decided.length === 0) return { requirements: new Map<string, string>(), people: new Map<string, string>() };
  const [requirements, people] = await Promise.all([
    call.db
      .select({ id: requirement.requirementId, name: content.name })
      .from(requirement)
      .innerJoin(content, onKey(content.contentId, requirement.contentId))
      .where(and(ours(requirement, call), inArray(requirement.requirementId, requirementIds))),
    call.db
      .select({ id: profile.profileId, name: profile.firstName })
      .from(profile)
      .where(and(ours(profile, call), inArray(profile.profileId, profileIds))),
  ]);
  const named = (all: readonly { id: string; name: string }[]) => new Map(all.map(({ id, name }) => [id, name]));
  return { requirements: named(requirements), people: named(people) };
}
