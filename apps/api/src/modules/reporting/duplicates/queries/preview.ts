import type { ResponseOf } from "@touchline/contract";
import type { MergedPart, previewMerge } from "@touchline/contract/reporting/duplicates";
import { isOpen, statusAt, survivingCompletion, worst } from "@touchline/rules";
import type { Call } from "../../../../call.ts";
import { owedOn, type PeopleFacts, type RequirementFacts, readPeople } from "../../../compliance/index.ts";
import { latestInvitation } from "../../../joining/index.ts";
import { namesOf } from "../../../people/index.ts";
import { decryptDetail, detailsOfBoth } from "../../../requirements/index.ts";
import { placeOf, shownEntry } from "./entries.ts";
import { type Both, bothEntries, type Ids, refusalOf } from "./merging.ts";

type Preview = ResponseOf<typeof previewMerge>;
type Part = Preview["parts"][number];

/** Previews merging one entry into another; nothing is written. @throws NotFound, Forbidden */
export async function mergePreview(call: Call, ids: Ids): Promise<Preview> {
  const both = await bothEntries(call, ids);
  const facts = await readPeople(call, [ids.keep, ids.merge]);
  const { keep, merge } = both;
  const families = new Set([...keep.guardians, ...merge.guardians, ...keep.children, ...merge.children]);
  const names = await namesOf(call, [...families]);
  const people = (of: readonly string[]) =>
    [...new Set(of)].map((profileId) => ({ profileId, name: names.get(profileId) ?? "" }));
  const invited = await latestInvitation(call, ids.merge);
  return {
    entries: { keep: shownEntry(keep.row, keep.memberships), merge: shownEntry(merge.row, merge.memberships) },
    refusal: refusalOf(call, both),
    parts: await partsOf(call, both),
    memberships: membershipsOf(both),
    requirements: requirementsOf(call, both, facts),
    guardians: people([...keep.guardians, ...merge.guardians]),
    children: people([...keep.children, ...merge.children]),
    login: keep.row.appUserId === null ? "none" : merge.row.appUserId === keep.row.appUserId ? "sameAccount" : "kept",
    invitationEnds: !!invited && invited.acceptedAt === null && invited.supersededAt === null,
  };
}

function membershipsOf({ keep, merge }: Both): Preview["memberships"] {
  const same = (one: Both["keep"]["memberships"][number], others: Both["keep"]["memberships"]) =>
    others.some((other) => other.levelId === one.levelId && other.labelId === one.labelId);
  return [
    ...keep.memberships.map((one) => ({ ...placeOf(one), of: "keep" as const, collapses: false })),
    ...merge.memberships.map((one) => ({
      ...placeOf(one),
      of: "merge" as const,
      collapses: same(one, keep.memberships),
    })),
  ];
}

/** Compares each part of both, and proposes one: that of the kept entry, unless it has none. */
async function partsOf(call: Call, { keep, merge }: Both): Promise<Part[]> {
  const kept = await detailsOfBoth(call, { keep: keep.row.profileId, merge: merge.row.profileId });
  const name = ({ row }: Both["keep"]) => `${row.firstName} ${row.lastName}`.trim();
  const contact = (of: "keep" | "merge") => {
    const details = decryptDetail(call, kept[of], "contact");
    return details ? [details.address, details.city, details.phone].filter(Boolean).join(", ") || null : null;
  };
  const part = (which: MergedPart, one: string | null, other: string | null, fixed = false): Part => ({
    part: which,
    keep: one,
    merge: other,
    proposed: one === null && other !== null && !fixed ? "merge" : "keep",
    choosable: !fixed && one !== null && other !== null && one !== other,
  });
  return [
    part("name", name(keep), name(merge)),
    part("email", keep.row.email, merge.row.email, keep.row.appUserId !== null),
    part("dateOfBirth", keep.row.dateOfBirth, merge.row.dateOfBirth),
    part("contact", contact("keep"), contact("merge")),
    part("photo", kept.keep.detail?.photoId ?? null, kept.merge.detail?.photoId ?? null),
  ];
}

/**
 * Lists each requirement that either has or owes, with its status after the merge: the worst over the remaining memberships.
 */
function requirementsOf(call: Call, { keep, merge }: Both, people: PeopleFacts): Preview["requirements"] {
  const of = (profileId: string) =>
    new Map((people.requirements.get(profileId) ?? []).map((row) => [row.contentId, row]));
  const [kept, gone] = [of(keep.row.profileId), of(merge.row.profileId)];
  const collapsing = new Set(
    membershipsOf({ keep, merge } as Both).flatMap((one) => (one.collapses ? [one.profileLevelAccessId] : [])),
  );
  return [...new Set([...kept.keys(), ...gone.keys()])].flatMap((contentId) => {
    const [one, other] = [kept.get(contentId), gone.get(contentId)];
    const statusOf = (row: RequirementFacts | undefined) => (row && row.archivedAt === null ? row.status : null);
    const worked = [one, other].some((row) => row?.completion || row?.facts.openAttempt || row?.facts.disqualified);
    if (statusOf(one) === null && statusOf(other) === null && !worked) return [];
    return [
      {
        contentId,
        contentName: (one ?? other)?.contentName ?? "",
        keep: statusOf(one),
        merge: statusOf(other),
        result: resultOf(call, one, other, collapsing),
        withdraws: !!one?.facts.openAttempt && !!other?.facts.openAttempt,
      },
    ];
  });
}

function resultOf(
  call: Call,
  one: RequirementFacts | undefined,
  other: RequirementFacts | undefined,
  collapsing: ReadonlySet<string>,
) {
  const some = (one ?? other) as RequirementFacts;
  const now = call.now.getTime();
  const open = [one?.facts.openAttempt ?? null, other?.facts.openAttempt ?? null].filter((state) => state !== null);
  const facts = {
    ...some.facts,
    disqualified: !!one?.facts.disqualified || !!other?.facts.disqualified,
    completion: survivingCompletion(one?.facts.completion ?? null, other?.facts.completion ?? null),
    openAttempt: open.filter(isOpen).sort((a, b) => order.indexOf(a) - order.indexOf(b))[0] ?? null,
  };
  const demands = [one, other].flatMap((row) => row?.demands ?? []);
  const places = new Set(demands.map((row) => row.profileLevelAccessId).filter((id) => !collapsing.has(id)));
  const statuses = [...places].flatMap((id) => {
    const [owed] = owedOn([{ ...some, demands, facts }], id, call.now);
    return owed ? [owed.status] : [];
  });
  return worst(statuses) ?? statusAt({ ...facts, demand: null }, now);
}

/** The most advanced one continues, as in `survivingAttempt`, except for findings, which show as the same status. */
const order = ["waitingProvider", "pendingReview", "waitingApplicant", "draft"];
