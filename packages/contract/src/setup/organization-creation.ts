import { z } from "zod";
import { generalFacts } from "../accounts/organization-details.ts";
import { endpoint, noContent, orNoContent } from "../endpoint.ts";
import { organizationCountries } from "../enums.ts";
import { day, id, instant, line, listOf } from "../values.ts";

/** Minor units of the currency. Source: specification 2, section 9, default plan. */
export const defaultPlan = { monthUnitAmount: 4900, yearUnitAmount: 46800, productName: "Basic" } as const;
/** The currency of every plan. */
export const planCurrency = "USD" as const;

/** The steps of a creation, in order. Source: specification 1, section 4, organization creation. */
export const creationSteps = ["plan", "details", "roles"] as const;
export type CreationStep = (typeof creationSteps)[number];

/** The most organizations that are listed. Source: specification 2, section 9. */
export const mostOrganizations = 1000;

const email = z.email("Enter a valid email address.").max(254);
const amount = z.int("Enter an amount with whole cents.").min(0, "Enter an amount of zero or more.").max(100_000_000);
const priceId = z.string().trim().max(255, "Use at most 255 characters.").nullable();

const catalogEntry = z.strictObject({ id, name: z.string().max(200) });

/** The initial requirements of a role. */
export const roleRequirements = z.strictObject({
  roleLabel: line(80),
  /** Ids of the starter catalog (`starterRequirements` of the rules). */
  roleRequirementsIds: z.array(id).max(50),
  /** Those that the organization pays for; each person pays for the others. */
  paidRoleRequirementsIds: z.array(id).max(50),
  /** These requirements with their names, as they were shown. */
  roleRequirementsList: z.array(catalogEntry).max(50),
  requirementsDueDate: day.nullable(),
  /** Whether it is the suggested default; saving the step makes it the organization's own. */
  isDefault: z.boolean(),
});
export type RoleRequirements = z.output<typeof roleRequirements>;

/** The data of an organization to be created. Source: specification 1, section 3, organization being created. */
const creation = z.strictObject({
  general: generalFacts.extend({
    /** IANA name; null: that of most of the state, which requires a state. */
    timeZone: z.string().max(64).nullable().default(null),
  }),
  admin: z.strictObject({ firstName: line(100), lastName: line(100), email }),
  plan: z.strictObject({
    monthUnitAmount: amount.default(defaultPlan.monthUnitAmount),
    yearUnitAmount: amount.default(defaultPlan.yearUnitAmount),
    productName: line(80).default(defaultPlan.productName),
  }),
  paySubscriptionOrganization: z.strictObject({ billingEmail: email.nullable(), priceIdStripe: priceId }),
  roleRequirements: z.array(roleRequirements).max(50),
});

export const createOrganization = endpoint({
  method: "POST",
  path: "/api/app/organization",
  summary:
    "Creates an organization, all or nothing: levels, roles with their requirements, the plan, and the first administrator's invitation. For platform operators.",
  errors: [403, 409],
  body: creation,
  response: z.object({ organizationId: id }),
});

const listed = z.object({
  organizationId: id,
  name: z.string(),
  cityName: z.string().nullable(),
  stateCode: z.string().nullable(),
  countryCode: z.enum(organizationCountries).nullable(),
  isDemo: z.boolean(),
  organizationPhoto: z.string().nullable(),
  createdAt: instant,
});
export type ListedOrganization = z.output<typeof listed>;

export const organizationList = endpoint({
  method: "GET",
  path: "/api/app/organization/organization-list",
  summary:
    "Lists every organization by name for platform operators, and the organizations where the account has a profile for others.",
  query: {
    page: z.coerce.number().int().min(1).max(1_000).default(1),
    perPage: z.coerce.number().int().min(1).max(mostOrganizations).default(25),
    /** Words in the name or the place. */
    search: z.string().trim().max(100).optional(),
  },
  response: listOf(listed),
});

export const organizationsNamed = endpoint({
  method: "GET",
  path: "/api/app/platform/organization-named",
  summary: "Lists organizations with similar names, so that none is created twice. For platform operators.",
  errors: [403],
  query: { name: line(120) },
  response: z.array(listed),
});

export const lookAtOrganization = endpoint({
  method: "GET",
  path: "/api/app/platform/organization/{id}",
  summary:
    "Gets what a platform operator can see of an organization: its details, its size, and its administrators, but none of its members. Recorded in the organization's audit log.",
  errors: [403],
  response: listed.extend({
    website: z.string().nullable(),
    phone: z.string().nullable(),
    timeZone: z.string(),
    levels: z.int(),
    members: z.int(),
    onboarding: z.string(),
    plan: z
      .object({
        productName: z.string(),
        monthUnitAmount: z.int(),
        yearUnitAmount: z.int(),
        currency: z.string(),
        billingEmail: z.string().nullable(),
        priceIdStripe: z.string().nullable(),
      })
      .nullable(),
    /** Whether it has a card to pay with; null: cards aren't set up on this installation. */
    hasCard: z.boolean().nullable(),
    administrators: z.array(
      z.object({
        profileId: id,
        firstName: z.string(),
        lastName: z.string(),
        email: z.string().nullable(),
        /** Null until the invitation is accepted. */
        activatedAt: instant.nullable(),
      }),
    ),
  }),
});

export const inviteAdministrator = endpoint({
  method: "POST",
  path: "/api/app/platform/organization/{id}/administrator/{profileId}/invitation",
  summary:
    "Invites an administrator who hasn't accepted yet again, by email or with a link to pass on. Recorded in the organization's audit log. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({ by: z.enum(["email", "link"]) }),
  response: z.object({
    /** The path on the product's address; null if an email was sent. */
    path: z.string().nullable(),
  }),
});

const typed = (most: number) => z.string().max(most);

/** The saved draft, valid or not. */
export const draftContent = z.strictObject({
  general: z.strictObject({
    name: typed(200),
    website: typed(2000),
    phone: typed(60),
    countryCode: z.enum(organizationCountries),
    stateCode: typed(2),
    cityName: typed(200),
    /** Empty: the time zone of most of the state. */
    timeZone: typed(64).default(""),
  }),
  admin: z.strictObject({ firstName: typed(200), lastName: typed(200), email: typed(300) }),
  plan: z.strictObject({ monthUnitAmount: typed(20), yearUnitAmount: typed(20), productName: typed(200) }),
  paySubscriptionOrganization: z.strictObject({ billingEmail: typed(300), priceIdStripe: typed(300) }),
  roleRequirements: z
    .array(roleRequirements.extend({ roleLabel: typed(80) }))
    .max(50)
    .nullable(),
});
export type DraftContent = z.output<typeof draftContent>;

const step = z.enum(creationSteps);

/** Incremented with each save: a save names the one it is based on. */
const revision = z.int().min(0).max(1_000_000_000);

const draft = z.object({
  /** The id that the organization will have. */
  organizationId: id,
  revision,
  step,
  content: draftContent,
  updatedAt: instant,
});
export type OrganizationDraft = z.output<typeof draft>;

export const getOrganizationDraft = endpoint({
  method: "GET",
  path: "/api/app/platform/organization-draft",
  summary: "Gets the organization that the platform operator has started to create, on any device.",
  errors: [403],
  response: orNoContent(draft),
});

export const saveOrganizationDraft = endpoint({
  method: "PUT",
  path: "/api/app/platform/organization-draft",
  summary:
    "Saves the progress and the current step of creating an organization. Saved role requirements are no longer the default. For platform operators.",
  errors: [403, 409],
  body: z.strictObject({
    /** The draft's revision that this one is based on; 0 for the first. */
    revision,
    step,
    content: draftContent,
  }),
  response: draft,
});

export const discardOrganizationDraft = endpoint({
  method: "DELETE",
  path: "/api/app/platform/organization-draft",
  summary: "Starts over and deletes what was entered, on every device. For platform operators.",
  errors: [403],
  response: noContent,
});
