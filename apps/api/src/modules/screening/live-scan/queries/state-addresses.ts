import type { ResponseOf } from "@touchline/contract";
import type { getLiveScanUrls } from "@touchline/contract/screening/live-scan";

/**
 * The states that take fingerprints by Live Scan on a request form of their own, with the pages where people find sites and ask how
 * far their check is. Source: the page named as `source` of each.
 */
export const stateAddresses: ResponseOf<typeof getLiveScanUrls> = [
  {
    state: "CA",
    name: "California",
    statusUrl: "https://applicantstatus.doj.ca.gov/",
    sitesUrl: "https://oag.ca.gov/fingerprints/locations",
    formUrl: "https://oag.ca.gov/sites/all/files/agweb/pdfs/fingerprints/forms/BCIA_8016.pdf",
    source: "https://oag.ca.gov/fingerprints",
  },
];
