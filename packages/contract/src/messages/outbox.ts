import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { instant } from "../values.ts";

/** A mail of the demo, as anybody may read it: nothing leaves a demo. */
export const demoMail = z.object({
  mailId: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: instant,
  /** Failed: the address was refused. */
  state: z.enum(["Waiting", "Sent", "Failed"]),
});

export const listDemoMails = endpoint({
  method: "GET",
  path: "/api/demo-outbox",
  summary: "The newest mails of every organization beside the demo. There is no such call where there is no demo.",
  auth: "public",
  query: { search: z.string().trim().max(100).default("") },
  response: z.object({ data: z.array(demoMail) }),
});
