import { edits, everyMember, may, mayOrganizationWide, maySomewhere, type Rule } from "./rules.ts";
import type { MatrixIds } from "./world.ts";

/**
 * Declares who may make a call. Every operation of the OpenAPI document is declared, by method and path.
 *
 * - `to: "anybody"`: needs no access token. `to: "account"`: any logged-in person, only about their own account.
 * - `on`: what the call is about; each is tried in every relation to the caller. `nothing`: only the caller.
 * - `rule`: the expected result by the permission table.
 */
export type Declared =
  | {
      to: "anybody" | "account";
      rule?: Rule;
      states?: readonly string[];
      absent?: true;
      /** The parts of the input that its schema doesn't tell. */
      body?: () => Record<string, unknown>;
    }
  | {
      on: "nothing" | "organization" | "level" | "person" | "content";
      rule: Rule;
      /** Which ID `{id}` in the path is. */
      id?: keyof MatrixIds;
      /** The parts of the input that its schema doesn't tell. */
      query?: (ids: MatrixIds) => Record<string, string>;
      body?: (ids: MatrixIds) => Record<string, unknown>;
      /** It names something that doesn't exist in this world, so a permitted caller gets that error. */
      absent?: true;
      /** Reasons for a 403 that are about the state, not about the caller. */
      states?: readonly string[];
      /** The answer has status 200 and a result for each item. */
      each?: (answer: never) => { refused: boolean; hidden: boolean };
      /** No one may do it to themselves, whatever their role. */
      neverOnOneself?: true;
    };

/** Two profiles of a person. Here they are the same, which is refused only after the caller was permitted. */
export const twice = ({ profileId }: MatrixIds) => ({ keep: profileId, merge: profileId });

export const account: Declared = { to: "account" };
/** Requires the password or the second factor again, which is never right here. */
export const withProof: Declared = { to: "account", states: ["wrongPassword", "showFirst", "passwordWrong", "proof"] };
export const anybody: Declared = { to: "anybody" };
export const member: Declared = { on: "nothing", rule: everyMember };
export const ofPerson = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "person",
  id: "plaId",
  rule,
  ...more,
});
export const atLevel = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "level",
  id: "levelId",
  rule,
  ...more,
});
export const ofContent = (rule: Rule, more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "content",
  id: "contentId",
  rule,
  ...more,
});
export const imports: Declared = { on: "nothing", rule: maySomewhere("members.add"), absent: true };
export const details = (more: Partial<Extract<Declared, { on: string }>> = {}) =>
  ofPerson(edits, { id: "profileId", ...more });
export const reviews = ofPerson(may("requirements.review"), { neverOnOneself: true });
export const settings = (more: Partial<Extract<Declared, { on: string }>> = {}): Declared => ({
  on: "organization",
  id: "organizationId",
  rule: mayOrganizationWide("organization.edit"),
  ...more,
});
export const mailText = (more: Record<string, unknown> = {}): Declared => ({
  on: "nothing",
  rule: mayOrganizationWide("organization.edit"),
  body: () => ({ texts: { en: null, es: null }, ...more }),
});
export const insurance = settings({ query: () => ({ purpose: "Insurance" }), absent: true });
export const anOrganization = {
  name: "Evergreen Rovers",
  website: null,
  phone: null,
  countryCode: "UnitedStates",
  stateCode: "WA",
  cityName: "Tacoma",
};
export const anItem = {
  ...{ name: "Search", description: "" },
  settings: {
    kind: "sex-offender-search",
    instructions: "",
    validity: { type: "None" },
    validThrough: null,
    redoBy: null,
  },
};
export const view = { name: "Everybody", choice: { columns: null }, shared: true };
export const answered = { answers: [{ conditionId: "00000000-0000-7000-8000-000000000000", answer: true }] };
