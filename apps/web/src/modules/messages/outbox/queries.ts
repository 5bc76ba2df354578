import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { listDemoMails } from "@touchline/contract/messages/outbox";
import { call } from "../../../client.ts";

export type DemoMail = ResponseOf<typeof listDemoMails>["data"][number];

/** The interval for refetching the list, in milliseconds: an email is written and sent within a second or two. */
const every = 3_000;

/** Lists the demo's newest emails that match the search. */
export const demoMailsQuery = (search: string) =>
  queryOptions({
    queryKey: ["demoMails", search],
    queryFn: ({ signal }) => call(listDemoMails, { query: { search } }, { signal }),
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });

/** The address at which an email is shown as its recipient sees it. */
export const htmlAddress = (mailId: string) => `${listDemoMails.path}/${mailId}/html`;
