import type { Role } from "@touchline/contract";
import type { createAccounts } from "@touchline/identity";
import type { Adapters, Call } from "../src/call.ts";
import { newId } from "../src/database/ids.ts";
import type { Tenancy } from "../src/database/tenancy.ts";
import { foundOrganization } from "../src/modules/accounts/organizations/actions/found.ts";
import { addAndInvite } from "../src/modules/joining/invitations/actions/invite.ts";
import { createLabel } from "../src/modules/library/labels/actions/add.ts";
import { insertLevels } from "../src/modules/people/hierarchy/actions.ts";
import { addMember } from "../src/modules/people/profiles/actions/memberships.ts";
import { createProfile } from "../src/modules/people/profiles/actions/people.ts";

export const password = "a long enough passphrase";

/** The levels of every test organization: a root, two regions, clubs and teams below them. */
const tree = {
  root: null,
  north: "root",
  northClub: "north",
  northTeam: "northClub",
  otherTeam: "northClub",
  south: "root",
  southClub: "south",
} as const;
export type LevelKey = keyof typeof tree;

/** One label for each role, and two for members who only have requirements. */
const labels = {
  Administrator: "Admin",
  "Club Director": "Director",
  "Account Manager": "Account Manager",
  "Team Manager": "Manager",
  "Head Coach": "Individual",
  Volunteer: "Individual",
} as const satisfies Record<string, Role>;
export type LabelName = keyof typeof labels;

export type Parts = {
  tenancy: Tenancy;
  accounts: ReturnType<typeof createAccounts>;
  adapters: Adapters;
  now: () => Date;
};

/** Creates organizations for tests with the product's own verbs. Each is separate from the others. */
export function organizationMaker({ tenancy, accounts, adapters, now }: Parts) {
  /** Runs a verb as the system within an organization, in one transaction, as jobs do. */
  const asSystemOf = <Result>(organizationId: string, work: (call: Call) => Promise<Result>) => {
    const tenant = tenancy.found(organizationId);
    return tenancy.run(tenant, (db) =>
      work({ actor: { kind: "system", name: "test" }, organizationId: tenant, db, now: now(), adapters }),
    );
  };

  return async (name = "Cascade Youth Soccer", timeZone = "America/Los_Angeles") => {
    const organizationId = newId();
    const levels = Object.fromEntries(Object.keys(tree).map((place) => [place, newId()])) as Record<LevelKey, string>;
    const labelIds = {} as Record<LabelName, string>;
    const asSystem = <Result>(work: (call: Call) => Promise<Result>) => asSystemOf(organizationId, work);
    await asSystem(async (call) => {
      await foundOrganization(call, {
        name,
        initials: "CY",
        timeZone,
        accentColor: "#1c5d99",
        isDemo: false,
        rootLevelId: levels.root,
        rootKind: "Association",
      });
      await insertLevels(
        call,
        (Object.entries(tree) as [LevelKey, LevelKey | null][]).flatMap(([place, parent]) =>
          parent === null
            ? []
            : {
                levelId: levels[place],
                parentId: levels[parent],
                name: place,
                kind: place.includes("Team") ? "Team" : "Club",
              },
        ),
      );
      for (const [label, role] of Object.entries(labels)) {
        labelIds[label as LabelName] = await createLabel(call, { name: label, role });
      }
    });
    let count = 0;

    /**
     * Creates a person with one membership who can log in with `password`, active and confirmed.
     *
     * @param account the account, if a person of another organization is also a member here.
     */
    async function aMember(at: LevelKey, label: LabelName, account?: { appUserId: string; email: string }) {
      count += 1;
      const email =
        account?.email ?? `${label.toLowerCase().replaceAll(" ", ".")}.${count}.${organizationId}@example.org`;
      const sub = account?.appUserId ?? (await accounts.create({ email, password })).sub;
      const then = now();
      const lastName = `Número${count}`;
      const { profileId, profileLevelAccessId: plaId } = await asSystem(async (call) => {
        const profileId = await createProfile(
          call,
          { firstName: label.replace(" ", "-"), lastName, email, dateOfBirth: "1985-04-12" },
          { appUserId: sub, activatedAt: then, confirmedAt: then },
        );
        return addMember(call, { levelId: levels[at], labelId: labelIds[label], profileId });
      });
      return { profileId, plaId, appUserId: sub, email, lastName, password };
    }

    /** Creates a person who is added with an address and invited by email, and hasn't answered yet. */
    const anInvited = (at: LevelKey, label: LabelName, email: string) =>
      asSystem((call) =>
        addAndInvite(call, {
          levelId: levels[at],
          labelId: labelIds[label],
          person: { firstName: "Ana", lastName: "Núñez", email, dateOfBirth: null },
        }),
      );

    return { organizationId, levels, labelIds, asSystem, aMember, anInvited };
  };
}
