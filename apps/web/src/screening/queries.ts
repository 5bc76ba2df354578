import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { getAdverseAction } from "@touchline/contract/screening/adverse-action";
import { listAgencies, listProducts, listScreeningClients } from "@touchline/contract/screening/clients";
import { listConsents } from "@touchline/contract/screening/consents";
import { getHeldLicenses } from "@touchline/contract/screening/licenses";
import { CallFailed, call, NotYet } from "../client.ts";

/** A failure in the words of the specification (document 2, section 8); what the server said of it is its cause. */
export async function failingAs<Answer>(what: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    throw new NotYet(`Failed to fetch ${what}: ${error.status}`, { cause: error });
  }
}

export const agenciesQuery = queryOptions({
  queryKey: ["screening", "agencies"],
  queryFn: ({ signal }) => failingAs("agencies", call(listAgencies, undefined, { signal })),
  retry: false,
});

export const clientsQuery = (id: string) =>
  queryOptions({
    queryKey: ["screening", "clients", id],
    queryFn: ({ signal }) => failingAs("clients", call(listScreeningClients, { params: { id } }, { signal })),
    retry: false,
  });

export const productsQuery = (id: string, clientId: string) =>
  queryOptions({
    queryKey: ["screening", "products", id, clientId],
    queryFn: ({ signal }) => failingAs("products", call(listProducts, { params: { id, clientId } }, { signal })),
    retry: false,
  });

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
/** A price in cents as people read it. */
export const priceText = (cents: number) => dollars.format(cents / 100);

/** The licenses of U.S. Soccer that a member holds. */
export type HeldLicenses = ResponseOf<typeof getHeldLicenses>;

export const heldLicensesQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["screening", "licenses", id, profileLevelAccessId],
    queryFn: ({ signal }) =>
      failingAs(
        "U.S. Soccer licenses",
        call(getHeldLicenses, { params: { id }, query: { profileLevelAccessId } }, { signal }),
      ),
    refetchInterval: ({ state }) => (state.data?.looking ? 2_000 : false),
  });

/** What is to be signed for a background check, and what was. */
export type Consents = ResponseOf<typeof listConsents>;

export const consentsQuery = (id: string, plaId: string) =>
  queryOptions({
    queryKey: ["consents", id, plaId],
    queryFn: ({ signal }) => call(listConsents, { params: { id, plaId } }, { signal }),
    // A text must not change while it is read. Signing an outdated version is refused.
    refetchOnWindowFocus: false,
    staleTime: 0,
  });

/** The state of a background check's adverse action, in words for the reader. */
export type Adverse = ResponseOf<typeof getAdverseAction>;
export type AdverseActionTold = NonNullable<Adverse["action"]>;

export const adverseQuery = (id: string, profileLevelAccessId: string) =>
  queryOptions({
    queryKey: ["adverseAction", id, profileLevelAccessId],
    queryFn: ({ signal }) => call(getAdverseAction, { params: { id }, query: { profileLevelAccessId } }, { signal }),
  });
