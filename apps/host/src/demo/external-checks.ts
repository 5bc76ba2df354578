import type { Call } from "@touchline/api/call";
import { takeStep } from "@touchline/api/modules/screening/external-review/actions/member";
import { recordByHand } from "@touchline/api/modules/screening/external-review/actions/record";
import { saveExternalSettings } from "@touchline/api/modules/screening/external-review/actions/settings";
import { usualSettings } from "@touchline/rules";
import { letTimePass, requirementId } from "./history-steps.ts";
import type { PlannedContent, PlannedOrganization, PlannedPerson } from "./plan.ts";

/** Referees who did the check at JDP: when, and when which result was recorded; null: it is awaited. */
const referees = [
  { daysAgo: 16, result: null },
  { daysAgo: 9, result: { daysAgo: 4, outcome: "passed" } },
  { daysAgo: 8, result: { daysAgo: 3, outcome: "flagged" } },
  { daysAgo: 5, result: null },
  { daysAgo: 2, result: null },
] as const;

/** A background check that referees do on the page of JDP. It is optional, and of one region. */
export function refereeCheck(plan: PlannedOrganization): PlannedContent | null {
  const identity = plan.contents.find(({ key }) => key === "identity");
  if (!identity) return null;
  return {
    ...{ key: "jdp", levelId: identity.levelId, name: "Referee background check" },
    description: "For referees who also officiate tournaments of other associations.",
    settings: {
      ...usualSettings["background-check"],
      ...{ provider: 1, acceptsReports: false },
      instructions: "Do the check on the JDP site, and confirm it here once you have finished there.",
    },
    assignments: [
      {
        ...{ levelId: identity.levelId, includeBelow: true, payer: "Organization" },
        ...{ labels: ["referee"], mandatory: false, dueInDays: null },
      },
    ],
  };
}

type Then = Omit<Call, "actor">;
type About = {
  founder: PlannedPerson;
  ago: (days: number, hours?: number) => Date;
  inTheNameOf: (person: PlannedPerson, then: Then) => Call;
  contentId: () => string;
};

/** What happens with that check: some wait, one of them for too long, one has passed, and one was flagged. */
export function outsideChapters(
  plan: PlannedOrganization,
  { founder, ago, inTheNameOf, contentId }: About,
): { at: Date; write: (then: Then) => Promise<void> }[] {
  const within = new Set([...below(plan, refereeCheck(plan)?.levelId ?? "")]);
  const isAsked = ({ label, levelId }: PlannedPerson["memberships"][number]) =>
    label === "referee" && within.has(levelId);
  const people = plan.people
    .filter((one) => one.login === null && one.joinedDaysAgo > 20 && one.memberships.some(isAsked))
    .slice(0, referees.length);
  const placeOf = async (call: Call, person: PlannedPerson) => ({
    requirementId: await requirementId(call, person.profileId, contentId()),
    profileLevelAccessId: person.memberships.find(isAsked)?.profileLevelAccessId ?? "",
  });
  return [
    {
      at: ago(19),
      write: (then) =>
        saveExternalSettings(inTheNameOf(founder, then), plan.organizationId, {
          reviewer: null,
          deadlineDays: 10,
          portals: { jdp: "https://example.com/jdp/cascade", ncsi: null },
        }),
    },
    ...people.flatMap((person, index) => {
      const { daysAgo, result } = referees[index] as (typeof referees)[number];
      const finishing = {
        at: ago(daysAgo, 3),
        write: async (then: Then) => {
          const call = inTheNameOf(person, then);
          await letTimePass(call, person.profileId);
          await takeStep(call, { ...(await placeOf(call, person)), step: "finished" });
        },
      };
      if (result === null) return [finishing];
      const recording = {
        at: ago(result.daysAgo, 2),
        write: async (then: Then) => {
          const call = inTheNameOf(founder, then);
          await letTimePass(call, person.profileId);
          const resultOn = ago(result.daysAgo + 1)
            .toISOString()
            .slice(0, 10);
          const { outcome } = result;
          await recordByHand(call, { ...(await placeOf(call, person)), outcome, resultOn, validUntil: null });
        },
      };
      return [finishing, recording];
    }),
  ];
}

/** A level and those below it. */
function below(plan: PlannedOrganization, levelId: string): string[] {
  const children = plan.levels.filter(({ parentId }) => parentId === levelId);
  return [levelId, ...children.flatMap((one) => below(plan, one.levelId))];
}
