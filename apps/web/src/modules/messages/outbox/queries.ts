import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResponseOf } from "@touchline/contract";
import { listDemoMails } from "@touchline/contract/messages/outbox";
import { call } from "../../../client.ts";

export type DemoMail = ResponseOf<typeof listDemoMails>["data"][number];

/** How often the list is read anew, in milliseconds: a mail is written and sent within a second or two. */
const every = 3_000;

/** The demo's newest mails, to whom the search fits. */
export const demoMailsQuery = (search: string) =>
  queryOptions({
    queryKey: ["demoMails", search],
    queryFn: ({ signal }) => call(listDemoMails, { query: { search } }, { signal }),
    refetchInterval: every,
    placeholderData: keepPreviousData,
  });

/** Where a mail can be seen as its recipient sees it. */
export const htmlAddress = (mailId: string) => `${listDemoMails.path}/${mailId}/html`;
