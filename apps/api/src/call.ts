import type { Grant } from "@touchline/rules";
import type { ChainMemory } from "./adapters/chain-memory/port.ts";
import type { CheckpointTargets } from "./adapters/checkpoint-targets/port.ts";
import type { FilesPort } from "./adapters/files/port.ts";
import type { MailPort } from "./adapters/mail/port.ts";
import type { ScanPort } from "./adapters/scan/port.ts";
import type { OrganizationId, TenantDb } from "./database/tenancy.ts";
import type { Vault } from "./security/encryption.ts";

/** Who is acting: a person with what their labels grant, or a named part of the system. */
export type Actor =
  | {
      readonly kind: "person";
      readonly profileId: string;
      readonly appUserId: string;
      readonly grants: readonly Grant[];
      /** Profiles of this person: the acting one, others of the same account, and entries that went into any of them. */
      readonly entries: readonly string[];
      /** Profiles of the children whom this person guards. */
      readonly children: readonly string[];
      /** Profiles of everybody whom this person guards or ever guarded, by any of their entries. */
      readonly onceGuarded: readonly string[];
      /** What the organization leaves to its Managers. */
      readonly managers: { readonly review: boolean; readonly content: boolean };
      /** Whether the organization demands a second factor of one of these roles. */
      readonly demandsSecondFactor?: boolean;
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
  /** What this server remembers of the audit log's chains, outside the database. */
  readonly chainMemory: ChainMemory;
  readonly checkpointTargets: CheckpointTargets;
  readonly site: Site;
};

/** Handed to every verb: the only way to the database, the clock, the actor and the outside. */
export type Call = {
  readonly actor: Actor;
  readonly organizationId: OrganizationId;
  readonly db: TenantDb;
  readonly now: Date;
  readonly adapters: Adapters;
};

/** As much of a call as there is before it is known who asks: enough to read, not to judge. */
export type Reading = Pick<Call, "db" | "organizationId">;

/** The profile behind the actor; null for the system. */
export const actingProfile = (call: Call) => (call.actor.kind === "person" ? call.actor.profileId : null);
/** What history keeps beside that profile. */
export const actingAs = (call: Call) => (call.actor.kind === "person" ? "person" : `system:${call.actor.name}`);
