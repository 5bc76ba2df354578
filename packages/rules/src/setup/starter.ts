/**
 * The starter catalog for new organizations: common requirements, common roles, and which requirements each role has. Each
 * organization gets its own copies and can change them.
 */

import { type RequirementType, type Role, typeOfKind } from "@touchline/contract";
import type { ContentSettings, SettingsOf } from "@touchline/contract/library/content-settings";
import type { RoleRequirements } from "@touchline/contract/setup/organization-creation";
import { usualSettings } from "../library/content.ts";
import { ussfLicenses } from "../library/ussf-licenses.ts";
import { wordKey } from "../names.ts";
import { conductText, liabilityText, photoForm } from "./starter-texts.ts";

export type StarterRequirement = {
  id: string;
  name: string;
  description: string;
  settings: ContentSettings;
};

/** The type of the requirement in the library. */
export const starterType = ({ settings }: StarterRequirement): RequirementType => typeOfKind[settings.kind];

const documentSettings: Omit<SettingsOf<"document">, "instructions" | "validity"> = {
  ...usualSettings.document,
  linkUrl: null,
  reviewRequired: true,
  asksCompletionDate: true,
  acceptedExtensions: ["pdf", "png", "jpeg"],
};
/** Every license of the coaching pathway, by key in the federation's list. */
const coachingLicenses = ussfLicenses.filter((one) => one.type === "coach_pathway").map((one) => one.key);
const years = (amount: number) => ({ type: "Duration", amount, unit: "years" }) as const;
const forEver = { type: "None" } as const;

/** Ids never change, because drafts and requests refer to them. */
const idOf = (number: number) => `019ab000-0000-7000-8000-${number.toString(16).padStart(12, "0")}`;

export const starterRequirements: readonly StarterRequirement[] = [
  {
    id: idOf(1),
    name: "Background check clearance",
    description: "A letter that clears you to work with minors. The report itself stays with the provider.",
    settings: {
      ...usualSettings["background-check"],
      instructions:
        "Get a background check from a provider your organization accepts. Upload the clearance letter, not the report.",
      validity: years(2),
    },
  },
  {
    id: idOf(2),
    name: "Abuse prevention training",
    description: "Recognize, prevent, and report abuse. For everyone in regular contact with minors.",
    settings: {
      ...usualSettings["abuse-prevention-training"],
      instructions: "Take the training and upload the certificate. Your name and the date must be readable.",
      validity: years(1),
    },
  },
  {
    id: idOf(3),
    name: "Concussion training",
    description: "Every coach must know the signs of a concussion and what to do.",
    settings: {
      ...usualSettings["custom-training"],
      trainingUrl: "https://www.cdc.gov/heads-up/training/",
      instructions: "Take the free course (about 30 minutes). Save the certificate at the end and upload it here.",
      validity: years(1),
    },
  },
  {
    id: idOf(4),
    name: "Code of conduct",
    description: "Respect on and off the field. Signed every season.",
    settings: {
      ...usualSettings.waiver,
      instructions: "Read the code of conduct and sign it.",
      text: conductText,
      validity: years(1),
    },
  },
  {
    id: idOf(5),
    name: "Liability waiver",
    description: "Signed before the first training. A parent or guardian signs for a minor.",
    settings: {
      ...usualSettings.waiver,
      instructions: "Read the waiver and sign it. A parent or guardian signs for a minor.",
      text: liabilityText,
      validity: years(1),
    },
  },
  {
    id: idOf(6),
    name: "Age verification",
    description: "Shows that a player is eligible for the age group.",
    settings: {
      ...usualSettings["age-verification"],
      instructions:
        "Upload a photo or scan of the birth certificate or passport. Cover everything except the name and date of birth.",
      validity: forEver,
    },
  },
  {
    id: idOf(7),
    name: "Photo permission",
    description: "Allows the organization to publish photos of the player.",
    settings: {
      ...usualSettings.form,
      reviewRequired: false,
      instructions: "Choose where photos of the player may be published.",
      form: photoForm,
      validity: forEver,
    },
  },
  {
    id: idOf(8),
    name: "Coaching license",
    description: "The license that the age group and league require.",
    settings: {
      ...usualSettings["us-soccer"],
      instructions: "Enter your U.S. Soccer ID so we can look up your licenses.",
      licenses: coachingLicenses,
    },
  },
  {
    id: idOf(9),
    name: "Referee badge",
    description: "This season's badge with your grade.",
    settings: {
      ...documentSettings,
      asksCompletionDate: false,
      instructions: "Upload a photo of the badge and enter the last day it's valid.",
      validity: { type: "PerRequirement" },
    },
  },
  {
    id: idOf(10),
    name: "Live Scan receipt",
    description: "Shows that fingerprints were taken, where state law requires it.",
    settings: {
      ...usualSettings["live-scan"],
      instructions: "Upload the receipt from the place where you were fingerprinted.",
      validity: forEver,
    },
  },
  {
    id: idOf(11),
    name: "First aid card",
    description: "So that someone at every field can help.",
    settings: { ...documentSettings, instructions: "Upload a photo of both sides of the card.", validity: years(2) },
  },
  {
    id: idOf(12),
    name: "Driver's license and insurance",
    description: "For everyone who drives players to games.",
    settings: {
      ...documentSettings,
      asksCompletionDate: false,
      instructions: "Upload two files: your license and the page of your policy that shows the coverage.",
      validity: years(1),
    },
  },
];

const known = new Map(starterRequirements.map((one) => [one.id, one]));
export const starterRequirement = (id: string): StarterRequirement | undefined => known.get(id);

type StarterRole = {
  label: string;
  role: Role;
  /** The actions that guardians may take with it themselves. */
  forFamily?: "child" | "guardian";
  owes: readonly number[];
};

/** The first administrator's role, which every organization has. */
export const firstAdministrator = { label: "Administrator", role: "Admin" } as const;

const starterRoles: readonly StarterRole[] = [
  { label: "Director", role: "Director", owes: [1, 2, 4] },
  { label: "Account Manager", role: "Account Manager", owes: [1, 2, 4] },
  { label: "Team Manager", role: "Manager", owes: [1, 2, 4] },
  { label: "Head Coach", role: "Individual", owes: [1, 2, 3, 4, 8] },
  { label: "Assistant Coach", role: "Individual", owes: [1, 2, 3, 4] },
  { label: "Volunteer", role: "Individual", owes: [1, 2, 4] },
  { label: "Referee", role: "Individual", owes: [1, 2, 9] },
  { label: "Player", role: "Individual", forFamily: "child", owes: [5, 6, 7] },
  { label: "Parent", role: "Individual", forFamily: "guardian", owes: [4] },
];

/**
 * The suggested requirements of each role. The organization pays for background checks and abuse prevention training.
 */
export function defaultRoleRequirements(): RoleRequirements[] {
  return starterRoles.map(({ label, owes }) => {
    const ids = owes.map(idOf);
    return {
      roleLabel: label,
      roleRequirementsIds: ids,
      paidRoleRequirementsIds: ids.filter((id) => id === idOf(1) || id === idOf(2)),
      roleRequirementsList: ids.flatMap((id) => {
        const found = starterRequirement(id);
        return found ? [{ id, name: found.name }] : [];
      }),
      requirementsDueDate: null,
      isDefault: true,
    };
  });
}

/** Returns the suggested settings of a label with this name, or those of a member. */
export function starterLabel(name: string): { role: Role; forFamily?: "child" | "guardian" } {
  const found = starterRoles.find((one) => wordKey(one.label) === wordKey(name));
  return found
    ? { role: found.role, ...(found.forFamily ? { forFamily: found.forFamily } : {}) }
    : { role: "Individual" };
}

/** Returns one error in role requirements, with its path; null if there is none. */
export function roleRequirementsFault(rows: readonly RoleRequirements[]): { path: string; message: string } | null {
  const names = new Set([wordKey(firstAdministrator.label)]);
  for (const [at, row] of rows.entries()) {
    const path = `roleRequirements.${at}`;
    const key = wordKey(row.roleLabel);
    if (names.has(key)) {
      return { path: `${path}.roleLabel`, message: `Two roles are named “${row.roleLabel}”. Rename one.` };
    }
    names.add(key);
    const ids = new Set(row.roleRequirementsIds);
    if (ids.size < row.roleRequirementsIds.length || row.roleRequirementsIds.some((id) => !known.has(id))) {
      return { path: `${path}.roleRequirementsIds`, message: "Choose each requirement of the catalog only once." };
    }
    if (row.paidRoleRequirementsIds.some((id) => !ids.has(id))) {
      return {
        path: `${path}.paidRoleRequirementsIds`,
        message: "Requirements that the organization pays for must also be assigned.",
      };
    }
    const listed = row.roleRequirementsList.map((one) => one.id);
    if (listed.length !== ids.size || listed.some((id) => !ids.has(id))) {
      return {
        path: `${path}.roleRequirementsList`,
        message: "The list must contain the same requirements as the IDs.",
      };
    }
  }
  return null;
}
