import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { instant } from "../values.ts";

/** A mail of a demo, which anybody may read: nothing is sent. */
export const demoMail = z.object({
  mailId: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: instant,
  /** Failed: the address was rejected. */
  state: z.enum(["Waiting", "Sent", "Failed"]),
});

export const listDemoMails = endpoint({
  method: "GET",
  path: "/api/demo-outbox",
  summary: "Lists the newest emails of every organization next to the demo. This call doesn't exist without the demo.",
  auth: "public",
  query: { search: z.string().trim().max(100).default("") },
  response: z.object({ data: z.array(demoMail) }),
});
