import type { BackgroundCheckProvider } from "@touchline/contract/library/content-settings";

/** A consumer reporting agency as notices and letters must name it. */
export type ScreeningAgency = {
  name: string;
  /** Null if it isn't known for certain. The agency's website has it. */
  address: string | null;
  phone: string | null;
  website: string;
  privacyPolicy: string;
};

/** The agencies of background checks, by provider. */
export const screeningAgencies: Partial<Record<BackgroundCheckProvider, ScreeningAgency>> = {
  0: {
    name: "Yardstik, Inc.",
    address: null,
    phone: null,
    website: "https://www.yardstik.com",
    privacyPolicy: "https://www.yardstik.com/privacy-policy",
  },
  3: {
    name: "Checkr, Inc.",
    address: "One Montgomery Street, Suite 2400, San Francisco, CA 94104",
    phone: "(844) 824-3257",
    website: "https://checkr.com",
    privacyPolicy: "https://checkr.com/legal/privacy-policy",
  },
  4: {
    name: "Sterling Infosystems, Inc.",
    address: null,
    phone: null,
    website: "https://www.sterlingcheck.com",
    privacyPolicy: "https://www.sterlingcheck.com/privacy/",
  },
};

/** Returns the agency with all known contact data, in one line. */
export const agencyLine = ({ name, address, phone, website }: ScreeningAgency): string =>
  [name, address, phone, website].filter((part) => part !== null).join(", ");
