import type { BillingInformation, BillingInformationBody } from "@touchline/contract/billing/organization-billing";

type TaxIdType = NonNullable<BillingInformationBody["taxId"]>["type"];

/** The billing information as it is typed. */
export interface InformationDraft {
  name: string;
  email: string;
  line1: string;
  line2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  taxIdType: string;
  taxId: string;
}

const kindsOfTaxId: Record<string, readonly TaxIdType[]> = { US: ["us_ein"], CA: ["ca_gst_hst", "ca_bn"] };

/** The kinds of tax number that a country has, the most usual first. */
export const taxIdKindsOf = (country: string): readonly TaxIdType[] => kindsOfTaxId[country] ?? [];

/** The form's initial values. */
export function informationDraft(saved: BillingInformation | null, organizationName: string): InformationDraft {
  const country = saved?.address.country ?? "US";
  return {
    name: saved?.name ?? organizationName,
    email: saved?.email ?? "",
    line1: saved?.address.line1 ?? "",
    line2: saved?.address.line2 ?? "",
    city: saved?.address.city ?? "",
    state: saved?.address.state ?? "",
    postalCode: saved?.address.postalCode ?? "",
    country,
    taxIdType: saved?.taxId?.type ?? taxIdKindsOf(country)[0] ?? "",
    taxId: saved?.taxId?.value ?? "",
  };
}

const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** Converts the typed values for the call. */
export function informationBody(draft: InformationDraft): BillingInformationBody {
  const { name, email, line1, line2, city, state, postalCode, country } = draft;
  const type = taxIdKindsOf(country).find((kind) => kind === draft.taxIdType);
  const value = orNull(draft.taxId);
  return {
    name,
    email: email.trim(),
    address: { line1, line2: orNull(line2), city, state: orNull(state), postalCode, country },
    taxId: type !== undefined && value !== null ? { type, value } : null,
  };
}
