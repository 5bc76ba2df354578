import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { onboardingStates } from "../enums.ts";
import { instant, text } from "../values.ts";

/** The organization's own account at Yardstik, and the information Yardstik needs to open it. */

/** Source: specification 1, section 3. */
export const companyTypes = [
  "b-corporation",
  "corporation",
  "c-corporation",
  "limited-liability-partnership",
  "limited-liability-corporation",
  "limited-partnership",
  "non-profit",
] as const;
export type CompanyType = (typeof companyTypes)[number];

/** The legal purposes for ordering reports: 15 U.S.C. 1681b(a)(3)(B), and (a)(2). */
export const permissiblePurposes = ["employment", "written-instructions"] as const;
export type PermissiblePurpose = (typeof permissiblePurposes)[number];

/** The saved draft: nothing is required before it is submitted. */
export const onboardingInfo = z.strictObject({
  legalName: text(120),
  /** Nine digits with their dash, or nothing: a half-typed number stays on the page. */
  ein: z.string().regex(/^(\d{2}-\d{7})?$/, "Enter nine digits, such as 91-1234567."),
  companyType: z.enum(companyTypes).nullable(),
  website: text(2000),
  address: z.strictObject({
    line1: text(200),
    line2: text(200),
    city: text(100),
    /** Two letters. */
    state: text(2),
    postalCode: text(10),
  }),
  owner: z.strictObject({ firstName: text(100), lastName: text(100), email: text(254), phone: text(40) }),
  permissiblePurpose: z.enum(permissiblePurposes).nullable(),
});
export type OnboardingInfo = z.output<typeof onboardingInfo>;

export const onboarding = z.object({
  status: z.enum(onboardingStates),
  /** Whether this installation can open accounts at Yardstik. */
  offered: z.boolean(),
  simulated: z.boolean(),
  /** 0 before anything is saved. Each save names the version that it is based on. */
  version: z.int(),
  /** Before anything is saved: known facts about the organization. */
  info: onboardingInfo,
  /** The file that proves the EIN (`file?purpose=EinProof`); null: none yet. */
  taxDocument: z.object({ name: z.string(), bytes: z.int() }).nullable(),
  /** Whether Yardstik rejected the submission, so that it must be corrected. */
  refused: z.boolean(),
  submittedAt: instant.nullable(),
  /** The name of the person who submitted it. */
  submittedBy: z.string().nullable(),
  activatedAt: instant.nullable(),
});
export type Onboarding = z.output<typeof onboarding>;

const base = "/api/app/organization/{id}";

export const getOnboarding = endpoint({
  method: "GET",
  path: `${base}/yardstik-onboarding-info`,
  summary: "Gets what has been entered to open an account at Yardstik.",
  errors: [403],
  response: onboarding,
});

export const saveOnboarding = endpoint({
  method: "PUT",
  path: `${base}/yardstik-onboarding-info`,
  summary: "Saves what has been entered so far to open an account at Yardstik.",
  errors: [403, 409],
  body: z.strictObject({ version: z.int().min(0), info: onboardingInfo }),
  response: onboarding,
});

export const getOnboardingStatus = endpoint({
  method: "GET",
  path: `${base}/yardstik-onboarding-status`,
  summary: "Gets how far the organization's account at Yardstik is set up.",
  errors: [403],
  response: onboarding.pick({ status: true, offered: true, simulated: true, refused: true }),
});

export const openYardstikAccount = endpoint({
  method: "POST",
  path: `${base}/yardstik-account`,
  summary: "Submits what has been entered: the account at Yardstik is opened, and connected once it is active.",
  errors: [403, 409],
  body: z.strictObject({
    version: z.int().min(1),
    /** The certification that 15 U.S.C. 1681b(b)(1) requires for ordering reports. */
    certified: z.literal(true, "Certify the use of reports to continue."),
  }),
  response: onboarding,
});
