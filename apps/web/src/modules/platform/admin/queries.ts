import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import { listPolicyVersions } from "@touchline/contract/accounts/policies";
import { listTaxCertificates } from "@touchline/contract/billing/tax-exemptions";
import { getMailServer } from "@touchline/contract/messages/mail-server";
import { errorLog } from "@touchline/contract/platform/error-log";
import { getIntegrity } from "@touchline/contract/platform/integrity";
import { getPlatformContent, listPlatformLibrary } from "@touchline/contract/platform/platform-library";
import {
  addRegistry,
  cancelRegistryLoad,
  getRegistry,
  listRegistries,
  loadRegistry,
  useRegistryVersion,
} from "@touchline/contract/screening/registry";
import {
  getOrganizationDraft,
  lookAtOrganization,
  organizationsNamed,
} from "@touchline/contract/setup/organization-creation";
import { call } from "../../../client.ts";

export type PolicyVersion = ResponseOf<typeof listPolicyVersions>[number];

/** Every version of the policies, newest first. */
export const policyVersionsQuery = queryOptions({
  queryKey: ["policies", "versions"],
  queryFn: ({ signal }) => call(listPolicyVersions, {}, { signal }),
});

export type Integrity = ResponseOf<typeof getIntegrity>;

/** Alarms about the audit log, and what the daily checks found. */
export const integrityQuery = queryOptions({
  queryKey: ["integrity"],
  queryFn: ({ signal }) => call(getIntegrity, {}, { signal }),
});

/**
 * Reads an organization, as far as operators may see it. Each visit is in its audit log, so it isn't refetched automatically.
 */
export const organizationQuery = (id: string) =>
  queryOptions({
    queryKey: ["organization", id],
    queryFn: ({ signal }) => call(lookAtOrganization, { params: { id } }, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });

/** Those whose name looks the same. */
export const alikeQuery = (name: string) =>
  queryOptions({
    queryKey: ["organizations", "alike", name],
    queryFn: ({ signal }) => call(organizationsNamed, { query: { name } }, { signal }),
    enabled: name !== "",
  });

/** Reads the draft, from whatever device; null if there is none. */
export const draftQuery = queryOptions({
  queryKey: ["organizationDraft"],
  queryFn: async ({ signal }) => (await call(getOrganizationDraft, undefined, { signal })) ?? null,
  staleTime: Infinity,
  gcTime: 0,
  refetchOnWindowFocus: false,
});

/** Whether email leaves this installation. */
export const mailServerQuery = queryOptions({
  queryKey: ["mailServer"],
  queryFn: ({ signal }) => call(getMailServer, {}, { signal }),
  refetchInterval: 30_000,
});

export type LoggedError = ResponseOf<typeof errorLog>[number];

/** Unexpected errors, the latest first. */
export const errorLogQuery = queryOptions({
  queryKey: ["errorLog"],
  queryFn: ({ signal }) => call(errorLog, {}, { signal }),
});

export type PlatformItem = ResponseOf<typeof listPlatformLibrary>[number];

/** Lists the platform's templates. */
export const platformLibraryQuery = queryOptions({
  queryKey: ["platformLibrary"],
  queryFn: ({ signal }) => call(listPlatformLibrary, {}, { signal }),
});

/** Reads one template with its versions; never refetched while it is edited. */
export const platformItemQuery = (id: string) =>
  queryOptions({
    queryKey: ["platformLibrary", id],
    queryFn: ({ signal }) => call(getPlatformContent, { params: { id } }, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export type ListedRegistry = ResponseOf<typeof listRegistries>[number];

/** Sex offender registries by name, each with the version that is searched. */
export const registriesQuery = queryOptions({
  queryKey: ["registries"],
  queryFn: ({ signal }) => call(listRegistries, {}, { signal }),
});

export type Registry = ResponseOf<typeof getRegistry>;
export type RegistryVersion = Registry["versions"][number];

/** The interval for refetching a load, in milliseconds. */
const often = 800;

/** Reads one registry with its latest versions; refetched while one of them is being loaded. */
export const registryQuery = (id: string) =>
  queryOptions({
    queryKey: ["registries", id],
    queryFn: ({ signal }) => call(getRegistry, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.versions.some((one) => one.state === "loading") ? often : false),
  });

export type NewRegistry = BodyInput<typeof addRegistry>;
export const createRegistry = (body: NewRegistry) => call(addRegistry, { body });

/** `versionId` null: no version is searched. */
export const searchVersion = (id: string, versionId: string | null) =>
  call(useRegistryVersion, { params: { id }, body: { versionId } });

/** Stops loading a version. */
export const cancelLoad = (id: string, versionId: string) => call(cancelRegistryLoad, { params: { id, versionId } });

export type RegistryFile = ResponseOf<typeof loadRegistry>;

/** Checks a registry file, or loads it. `columns` undefined: as the headings say. */
export const sendRegistryFile = (
  id: string,
  file: File,
  { asOf, checkOnly, columns }: { asOf: string; checkOnly: boolean; columns: string | undefined },
  onProgress: (share: number) => void,
): Promise<RegistryFile> =>
  call(
    loadRegistry,
    {
      params: { id },
      body: { asOf, checkOnly: String(checkOnly), ...(columns === undefined ? {} : { columns }) },
      files: [file],
    },
    { onProgress: (sent, total) => onProgress(total > 0 ? sent / total : 0) },
  );

/** Tax documents that wait to be checked, the oldest first, a page at a time. */
export const taxCertificatesQuery = infiniteQueryOptions({
  queryKey: ["taxCertificates"],
  queryFn: ({ signal, pageParam }) =>
    call(listTaxCertificates, { query: pageParam === null ? {} : { cursor: pageParam } }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next,
});
