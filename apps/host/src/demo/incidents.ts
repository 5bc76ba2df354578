import type { Call } from "@touchline/api/call";
import { changeIncident } from "@touchline/api/modules/incidents/incidents/actions/change";
import { handleIncident } from "@touchline/api/modules/incidents/incidents/actions/handle";
import { reportIncident } from "@touchline/api/modules/incidents/incidents/actions/report";
import type { LabelKey, PlannedOrganization, PlannedPerson } from "./plan.ts";

type Then = Omit<Call, "actor">;
type Chapter = { at: Date; write: (then: Then) => Promise<void> };
type About = {
  founder: PlannedPerson;
  ago: (days: number, hours?: number) => Date;
  inTheNameOf: (person: PlannedPerson, then: Then) => Call;
};
type Incident = Awaited<ReturnType<typeof reportIncident>>;
type Change = Parameters<typeof changeIncident>[2];

const texts = {
  ride: "After practice, the assistant coach drove one player home alone because the parents were running late. Our rules ask for a second adult in the car. The player is fine, and the parents told me about it themselves.",
  chat: "In the team chat, the assistant coach made fun of a player who missed a penalty, and others joined in. The player's mother showed me the messages.",
  chatClosed:
    "The messages were deleted. The coach apologized to the player and the family, and signed the code of conduct again.",
  goal: "A portable goal tipped over while it was being set up, because it wasn't anchored yet. A player's wrist was hurt and treated right away. This volunteer was in charge of the setup. The city, which owns the field, was told the same day.",
  goalHeld: "The family's lawyer has written to us and asks that we keep all records.",
};

/**
 * Three incidents in the club of those who can sign in: one that was just reported and assigned to the director, one under a legal
 * hold, and one that is closed.
 */
export function incidentChapters(plan: PlannedOrganization, about: About): Chapter[] {
  const director = plan.people.find(({ login }) => login === "director");
  const manager = plan.people.find(({ login }) => login === "manager");
  const clubId = director?.memberships[0]?.levelId;
  if (!director || !manager || clubId === undefined) return [];
  const teamIds = plan.levels.filter(({ parentId }) => parentId === clubId).map(({ levelId }) => levelId);
  const places = (label: LabelKey, levelIds: readonly string[], joinedBefore: number) =>
    plan.people
      .filter(({ login, joinedDaysAgo }) => login === null && joinedDaysAgo > joinedBefore)
      .flatMap(({ memberships }) =>
        memberships.filter((one) => one.label === label && levelIds.includes(one.levelId)).slice(0, 1),
      );
  const [driver] = places("assistantCoach", [manager.memberships[0]?.levelId ?? ""], 0);
  const writer = places("assistantCoach", teamIds, 60).find((one) => one !== driver);
  const [helper] = places("volunteer", [clubId], 12);
  return [
    ...(driver ? justReported(about, { manager, director, plaId: driver.profileLevelAccessId }) : []),
    ...(helper ? underHold(about, { director, plaId: helper.profileLevelAccessId }) : []),
    ...(writer ? closed(about, { director, plaId: writer.profileLevelAccessId }) : []),
  ];
}

/** What the previous step left, for the next one. */
function incidentOf(
  steps: { at: Date; write: (then: Then, before: Incident | null) => Promise<Incident> }[],
): Chapter[] {
  let latest: Incident | null = null;
  return steps.map(({ at, write }) => ({
    at,
    write: async (then) => {
      latest = await write(then, latest);
    },
  }));
}

const change = (call: Call, one: Incident | null, more: Partial<Change>) => {
  const { incidentId, kind, state, happenedAt, authorityToldAt, description, version } = existing(one);
  const asBefore = { kind, state, happenedAt, authorityToldAt, description, version, uploads: [] };
  return changeIncident(call, incidentId, { ...asBefore, ...more });
};

function existing(one: Incident | null): Incident {
  if (!one) throw new Error("An incident of the demo was changed before it was reported.");
  return one;
}

const handle = (call: Call, one: Incident | null, more: Omit<Parameters<typeof handleIncident>[2], "version">) =>
  handleIncident(call, existing(one).incidentId, { ...more, version: existing(one).version });

/** Its deadline runs, and the director finds a notice. */
function justReported(
  { founder, ago, inTheNameOf }: About,
  { manager, director, plaId }: { manager: PlannedPerson; director: PlannedPerson; plaId: string },
): Chapter[] {
  return incidentOf([
    {
      at: ago(0, 5),
      write: (then) =>
        reportIncident(inTheNameOf(manager, then), {
          ...{ profileLevelAccessId: plaId, kind: "Misconduct", description: texts.ride, uploads: [] },
          happenedAt: ago(0, 21).toISOString(),
        }),
    },
    {
      at: ago(0, 3),
      write: (then, one) =>
        handle(inTheNameOf(founder, then), one, { assignedTo: director.profileId, stepsDone: ["danger"] }),
    },
  ]);
}

function underHold(
  { founder, ago, inTheNameOf }: About,
  { director, plaId }: { director: PlannedPerson; plaId: string },
): Chapter[] {
  return incidentOf([
    {
      at: ago(12, 2),
      write: (then) =>
        reportIncident(inTheNameOf(director, then), {
          ...{ profileLevelAccessId: plaId, kind: "Injury", description: texts.goal, uploads: [] },
          happenedAt: ago(12, 7).toISOString(),
        }),
    },
    {
      at: ago(12, 1),
      write: (then, one) =>
        change(inTheNameOf(director, then), one, { state: "InReview", authorityToldAt: ago(12, 1.5).toISOString() }),
    },
    {
      at: ago(9, 2),
      write: (then, one) =>
        change(inTheNameOf(founder, then), one, { description: `${texts.goal}\n\n${texts.goalHeld}` }),
    },
    {
      at: ago(9, 1),
      write: (then, one) => handle(inTheNameOf(founder, then), one, { assignedTo: founder.profileId, held: true }),
    },
  ]);
}

function closed(
  { ago, inTheNameOf }: About,
  { director, plaId }: { director: PlannedPerson; plaId: string },
): Chapter[] {
  return incidentOf([
    {
      at: ago(41, 3),
      write: async (then) => {
        const call = inTheNameOf(director, then);
        const one = await reportIncident(call, {
          ...{ profileLevelAccessId: plaId, kind: "Bullying", description: texts.chat, uploads: [] },
          happenedAt: ago(42, 2).toISOString(),
        });
        return handle(call, one, { assignedTo: director.profileId });
      },
    },
    {
      at: ago(41),
      write: (then, one) =>
        change(inTheNameOf(director, then), one, { state: "InReview", authorityToldAt: ago(41, 1).toISOString() }),
    },
    {
      at: ago(33),
      write: (then, one) => {
        const description = `${texts.chat}\n\n${texts.chatClosed}`;
        return change(inTheNameOf(director, then), one, { state: "Closed", description });
      },
    },
  ]);
}
