import type { ApiScope } from "@touchline/contract/integrations/scopes";
import type { MailLanguage } from "@touchline/contract/messages/mail-preferences";
import type { ExternalReviewer } from "@touchline/contract/screening/external-review";
import type { VisionPort } from "@touchline/contract/vision";
import type { Grant } from "@touchline/rules";
import type { ChainMemory } from "./adapters/chain-memory/port.ts";
import type { ChatPort } from "./adapters/chat/port.ts";
import type { CheckpointTargets } from "./adapters/checkpoint-targets/port.ts";
import type { ErrorService } from "./adapters/errors/port.ts";
import type { FilesPort } from "./adapters/files/port.ts";
import type { LicensesPort } from "./adapters/licenses/port.ts";
import type { MailPort } from "./adapters/mail/port.ts";
import type { OffenderSearchPort } from "./adapters/offender-search/port.ts";
import type { PartnerProviders } from "./adapters/partners/port.ts";
import type { PaymentsPort } from "./adapters/payments/port.ts";
import type { ScanPort } from "./adapters/scan/port.ts";
import type { ScreeningProviders } from "./adapters/screening/port.ts";
import type { SsoPort } from "./adapters/sso/port.ts";
import type { TrainingsPort } from "./adapters/trainings/port.ts";
import type { WebhooksPort } from "./adapters/webhooks/port.ts";
import { type OrganizationId, ours, type TenantDb } from "./database/tenancy.ts";
import { notFound } from "./errors.ts";
import { organization } from "./schema/accounts.ts";
import type { Vault } from "./security/encryption.ts";

/** Who is acting: a person with what their labels grant, other software by a key, or a named part of the system. */
export type Actor =
  | {
      readonly kind: "person";
      readonly profileId: string;
      readonly appUserId: string;
      readonly grants: readonly Grant[];
      /** Profiles of this person: the acting one, others of the same account, and those that were merged into any of them. */
      readonly entries: readonly string[];
      /** Profiles of the children whom this person guards. */
      readonly children: readonly string[];
      /** Profiles of everybody whom this person guards or ever guarded, by any of their entries. */
      readonly onceGuarded: readonly string[];
      /** Whether the organization lets its Managers review, and work on content. */
      readonly managers: { readonly review: boolean; readonly content: boolean };
      /** Who reviews background checks instead of the organization; null: the organization does. */
      readonly externalReviewer: ExternalReviewer | null;
      /** Whether the organization requires a second factor for one of the person's roles. */
      readonly demandsSecondFactor?: boolean;
    }
  | {
      /** Other software with a key of the organization: it may do what the key's scopes permit. It has no role and no profile. */
      readonly kind: "apiKey";
      readonly apiKeyId: string;
      readonly scopes: readonly ApiScope[];
      readonly grants: readonly [];
      readonly entries: readonly string[];
      readonly children: readonly string[];
      readonly onceGuarded: readonly string[];
      readonly managers: { readonly review: false; readonly content: false };
      readonly externalReviewer: null;
    }
  | { readonly kind: "system"; readonly name: string };

/** This installation as people outside know it. */
export type Site = {
  /** `https://clubs.example.org`, without a slash at the end. */
  readonly url: string;
  readonly supportEmail: string;
  /** Origin of the API, where it is not the page's. */
  readonly apiUrl?: string | undefined;
  /** Origin that serves training packages and nothing else, where there is one. */
  readonly packagesUrl?: string | undefined;
};

export type Adapters = {
  readonly files: FilesPort;
  readonly vault: Vault;
  readonly mail: MailPort;
  readonly scan: ScanPort;
  /** Background check providers; none without keys. */
  readonly screening: ScreeningProviders;
  /** Where licenses of U.S. Soccer are looked up; null without a key. */
  readonly licenses: LicensesPort | null;
  /** Where abuse prevention trainings are taken; null without a key. */
  readonly trainings: TrainingsPort | null;
  /** A vendor that is asked for sex offenders, beside the registries that are loaded; null without a key. */
  readonly offenderSearch: OffenderSearchPort | null;
  /** The card provider; null: nothing can be paid by card. */
  readonly payments: PaymentsPort | null;
  /** The platforms that an organization can be connected with; it brings its own credentials. */
  readonly partners: PartnerProviders;
  /** What reads pictures of people and documents, where this machine can. */
  readonly vision: VisionPort;
  /** What this server remembers of the audit log's chains, outside the database. */
  readonly chainMemory: ChainMemory;
  readonly checkpointTargets: CheckpointTargets;
  /** The support chat; null: there is none. */
  readonly chat: ChatPort | null;
  /** A service that collects unhandled errors beside the log here; null: none. */
  readonly errorService: ErrorService | null;
  /** How what happens reaches the systems of organizations. */
  readonly webhooks: WebhooksPort;
  /** What is asked about the identity providers and domains of organizations. */
  readonly sso: SsoPort;
  readonly site: Site;
};

/** What verbs need to know about the organization. It is read together with the actor, in one statement. */
export type OrganizationFacts = {
  readonly name: string;
  /** The IANA name of the time zone in which its days count. */
  readonly timeZone: string;
  /** The languages in which it writes; the first for whoever has chosen none of them. */
  readonly languages: readonly MailLanguage[];
  /** Its data key, wrapped by the master key. */
  readonly wrappedKey: Buffer;
};

/** Handed to every verb: the only way to the database, the clock, the actor and the outside. */
export type Call = {
  readonly actor: Actor;
  readonly organizationId: OrganizationId;
  /** Absent where the system acts: `organizationFacts` reads them there. */
  readonly organization?: OrganizationFacts;
  readonly db: TenantDb;
  readonly now: Date;
  readonly adapters: Adapters;
};

/** The actor, and the facts about the organization that are read with it. */
export type Acting = Required<Pick<Call, "actor" | "organization">>;

/** The part of a call that is known before the actor is loaded: enough to read, not to authorize. */
export type Reading = Pick<Call, "db" | "organizationId">;

/** The profile behind the actor; null for the system. */
export const actingProfile = (call: Call) => (call.actor.kind === "person" ? call.actor.profileId : null);
/** The kind of actor, which the history records beside that profile. */
export function actingAs({ actor }: Call): string {
  if (actor.kind === "person") return "person";
  return actor.kind === "apiKey" ? `apiKey:${actor.apiKeyId}` : `system:${actor.name}`;
}

/** The organization's facts, from the call where a person acts, else in one statement. @throws NotFound */
export async function organizationFacts(call: Reading & Pick<Call, "organization">): Promise<OrganizationFacts> {
  if (call.organization) return call.organization;
  const { name, timeZone, languages, wrappedKey } = organization;
  const [row] = await call.db
    .select({ name, timeZone, languages, wrappedKey })
    .from(organization)
    .where(ours(organization, call));
  if (!row) throw notFound("organization");
  return row;
}
