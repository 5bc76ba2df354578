import type { LabelGiver, Role } from "@touchline/contract";
import type { FamilyUse, LabelRole } from "@touchline/contract/library/labels";

/** What a role of the organization lets people do. */
export const allows: Record<LabelRole, { name: string; about: string }> = {
  Individual: { name: "Individual", about: "Their own requirements, and their children's." },
  Manager: { name: "Manager", about: "The people and reviews of their levels." },
  "Account Manager": { name: "Account Manager", about: "People, levels and money. No files, no reviews." },
  Director: { name: "Director", about: "Files, reviews and people of their levels." },
  Admin: { name: "Admin", about: "Everything in the organization." },
};

export const giverNames: Record<LabelGiver, string> = {
  Manager: "Managers and above",
  Director: "Directors, Account Managers and Admins",
  Admin: "Admins only",
};

/** Names a giver among those who could give the role at all: a Director gives no Account Manager's role, nor the reverse. */
export function giverName(giver: LabelGiver, role: Role): string {
  if (giver === "Director" && role === "Director") return "Directors and Admins";
  if (giver === "Director" && role === "Account Manager") return "Account Managers and Admins";
  return giverNames[giver];
}

export const familyNames: Record<FamilyUse, string> = {
  child: "Guardians give it to a child they add",
  guardian: "A second guardian gets it",
};

const count = new Intl.NumberFormat();

export const peopleText = (members: number) => (members === 1 ? "1 person" : `${count.format(members)} people`);
export const countText = (n: number) => count.format(n);
