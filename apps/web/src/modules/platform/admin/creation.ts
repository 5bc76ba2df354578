import type { BodyInput } from "@touchline/contract";
import {
  type CreationStep,
  type createOrganization,
  creationSteps,
  type DraftContent,
  defaultPlan,
  type RoleRequirements,
} from "@touchline/contract/setup/organization-creation";
import { defaultRoleRequirements, starterRequirement, usualZone } from "@touchline/rules";
import type { FieldErrors } from "../../../form-errors.ts";
import { words } from "./words.ts";

/** The steps as they are shown. */
export const stepNames: Record<CreationStep, string> = {
  plan: words.plan,
  details: words.organizationAndAdministrator,
  roles: words.roleRequirements,
};

/** The step of each part. */
const stepOf: Record<string, CreationStep> = {
  plan: "plan",
  general: "details",
  admin: "details",
  paySubscriptionOrganization: "details",
  roleRequirements: "roles",
};

export const stepAfter = (step: CreationStep, by: 1 | -1): CreationStep | undefined =>
  creationSteps[creationSteps.indexOf(step) + by];

/** Cents as people write money. */
export const moneyText = (cents: number): string => (cents / 100).toFixed(2);

/** Converts a typed amount into cents; NaN if it isn't an amount. */
export function centsOf(text: string): number {
  const tidy = text.trim().replace(/^\$/, "").replaceAll(",", "");
  return /^\d{1,7}(\.\d{1,2})?$/.test(tidy) ? Math.round(Number(tidy) * 100) : Number.NaN;
}

/** The initial values of a draft. */
export const emptyDraft: DraftContent = {
  general: { name: "", website: "", phone: "", countryCode: "UnitedStates", stateCode: "", cityName: "", timeZone: "" },
  admin: { firstName: "", lastName: "", email: "" },
  plan: {
    monthUnitAmount: moneyText(defaultPlan.monthUnitAmount),
    yearUnitAmount: moneyText(defaultPlan.yearUnitAmount),
    productName: defaultPlan.productName,
  },
  paySubscriptionOrganization: { billingEmail: "", priceIdStripe: "" },
  roleRequirements: null,
};

/** The requirements of each role, as saved or as suggested. */
export const rolesIn = (content: DraftContent): RoleRequirements[] =>
  content.roleRequirements ?? defaultRoleRequirements();

/** Adds or removes a requirement of a role. A requirement that no role has isn't paid for. */
export function withRequirement(row: RoleRequirements, id: string, owed: boolean): RoleRequirements {
  const roleRequirementsIds = row.roleRequirementsIds.filter((one) => one !== id).concat(owed ? id : []);
  return {
    ...row,
    roleRequirementsIds,
    paidRoleRequirementsIds: row.paidRoleRequirementsIds.filter((one) => roleRequirementsIds.includes(one)),
    roleRequirementsList: roleRequirementsIds.map((one) => ({ id: one, name: starterRequirement(one)?.name ?? "" })),
  };
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** The time zone that was chosen, else the one that most of the state has; null: it must be chosen. */
export const zoneOf = ({ timeZone = "", countryCode, stateCode }: DraftContent["general"]): string | null =>
  orNull(timeZone) ?? usualZone(countryCode, orNull(stateCode));

/** Converts the draft for the call. */
export function creationOf(content: DraftContent): BodyInput<typeof createOrganization> {
  const { general, admin, plan, paySubscriptionOrganization: pay } = content;
  return {
    general: {
      name: general.name,
      website: orNull(general.website),
      phone: orNull(general.phone),
      countryCode: general.countryCode,
      stateCode: orNull(general.stateCode),
      cityName: orNull(general.cityName),
      timeZone: zoneOf(general),
    },
    admin: { ...admin, email: admin.email.trim() },
    plan: {
      productName: plan.productName,
      monthUnitAmount: centsOf(plan.monthUnitAmount),
      yearUnitAmount: centsOf(plan.yearUnitAmount),
    },
    paySubscriptionOrganization: { billingEmail: orNull(pay.billingEmail), priceIdStripe: orNull(pay.priceIdStripe) },
    roleRequirements: rolesIn(content),
  };
}

/** Checks what the schema can't: whether the time zone is one of the state's. */
export const zoneErrors = ({ general }: DraftContent): FieldErrors =>
  zoneOf(general) === null ? { "general.timeZone": words.timeZoneRequired } : {};

/** Picks what a step asks for from all that is wrong. */
export const errorsOf = (errors: FieldErrors, step: CreationStep): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([path]) => stepOf[path.split(".")[0] ?? ""] === step));

/** The first step at which something is wrong. */
export const firstWrong = (errors: FieldErrors): CreationStep | undefined =>
  creationSteps.find((step) => Object.keys(errorsOf(errors, step)).length > 0);
