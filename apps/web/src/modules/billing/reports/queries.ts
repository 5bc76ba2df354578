import { queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import {
  type BookkeepingFormat,
  downloadBillingReport,
  downloadBookkeeping,
  getBillingReport,
} from "@touchline/contract/billing/reports";
import { call, download } from "../../../client.ts";

export type BillingReport = ResponseOf<typeof getBillingReport>;
export interface ReportChoice {
  levelId: string | null;
  season: string | null;
}

const asQuery = ({ levelId, season }: ReportChoice) => ({
  query: { levelId: levelId ?? undefined, season: season ?? undefined },
});

export const reportQuery = (choice: ReportChoice) =>
  queryOptions({
    queryKey: ["memberFees", "report", choice.levelId, choice.season],
    queryFn: ({ signal }) => call(getBillingReport, asQuery(choice), { signal }),
  });

export const fetchReport = (choice: ReportChoice) => download(downloadBillingReport, asQuery(choice));
export const fetchLedger = (query: { from: string; to: string; format: BookkeepingFormat }) =>
  download(downloadBookkeeping, { query });
