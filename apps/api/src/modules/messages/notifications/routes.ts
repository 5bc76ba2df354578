import { getMailServer } from "@touchline/contract/messages/mail-server";
import type { Adapters } from "../../../call.ts";
import { onVisit } from "../../../http/mount.ts";
import { operatorCalling } from "../../platform/index.ts";
import { mailServerState } from "./queries/mail-history.ts";

/** Tells platform operators whether mails are sent. */
export const notificationRoutes = ({ mail }: Pick<Adapters, "mail">) => [
  onVisit(getMailServer, async (visit) => {
    await operatorCalling(visit);
    return { leaves: mail.leaves, fault: await visit.tenancy.runShared(mailServerState) };
  }),
];
