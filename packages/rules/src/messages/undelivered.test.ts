import { expect, test } from "vitest";
import { undeliveredReason } from "./undelivered.ts";

test.each([
  [550, "5.1.1", "recipient", "unknownAddress"],
  [550, "5.1.2", "recipient", "unknownDomain"],
  [556, "5.1.10", "recipient", "unknownDomain"],
  [552, "5.2.2", "recipient", "mailboxFull"],
  [452, "4.2.2", "recipient", "mailboxFull"],
  [550, "5.2.1", "recipient", "mailboxClosed"],
  [550, "5.7.1", "message", "unwanted"],
  [552, "5.3.4", "message", "tooLarge"],
  [550, null, "recipient", "refused"],
  [552, null, "recipient", "mailboxFull"],
  [552, null, "message", "tooLarge"],
  [554, null, "message", "unwanted"],
  [451, "4.7.1", "recipient", "putOff"],
  [null, null, "message", "unreachable"],
] as const)("a reply %s with the status %s about the %s means %s", (reply, status, stage, reason) => {
  expect(undeliveredReason({ reply, status, stage })).toBe(reason);
});
