import { setTimeout as wait } from "node:timers/promises";
import { bulkPayment } from "@touchline/contract/billing/individual-payments";
import type { Random } from "../demo/random.ts";

/** A person who pays, and what they owe. */
export type CardPayer = { email: string; owed: { requirementId: string; profileLevelAccessId: string }[] };

export type PayersTally = {
  /** Requirements whose payment was reported as succeeded. */
  acknowledged: Set<string>;
  clicks: number;
  declined: number;
  cutOff: number;
  /** Responses that should never happen. */
  strange: string[];
};

const password = "kick off at half past nine";
const timeout = 20_000;
/** Access tokens live five minutes. */
const tokenGood = 4 * 60_000;
/** The number of parallel clicks, as from that many tabs. */
const tabs = 10;
const mostRounds = 40;

/** Pays for everything that a person owes, one after the other, at servers that are killed in the meantime. */
export async function payEverything(
  payer: CardPayer,
  { urls, price, chance, tally }: { urls: readonly string[]; price: number; chance: Random; tally: PayersTally },
): Promise<void> {
  let session = { token: "", begun: 0 };
  const server = () => chance.pick(urls as [string, ...string[]]);
  for (const item of payer.owed) {
    let card = cardFrom(chance);
    const clicks = chance.chance(0.1) ? tabs : 1;
    for (let round = 0; round < mostRounds; round += 1) {
      if (Date.now() - session.begun > tokenGood) {
        const token = await signIn(server(), payer.email);
        if (token === null) {
          await wait(200);
          continue;
        }
        session = { token, begun: Date.now() };
      }
      tally.clicks += clicks;
      const answers = await Promise.all(
        Array.from({ length: clicks }, () => pay(server(), session.token, { item, price, card })),
      );
      const paid = answers.filter((one) => one?.state === "succeeded").length;
      if (paid > 1) tally.strange.push(`${item.requirementId} was answered to be paid ${paid} times at once`);
      tally.cutOff += answers.filter((one) => one === null).length;
      if (paid > 0) tally.acknowledged.add(item.requirementId);
      for (const one of answers) if (one?.strange) tally.strange.push(`${item.requirementId}: ${one.strange}`);
      if (paid > 0 || answers.some((one) => one?.reason === "nothingOwed" || one?.strange)) break;
      if (answers.some((one) => one?.state === "failed")) {
        tally.declined += 1;
        // Some people try another card, and some give up.
        if (chance.chance(0.3)) break;
        card = "pm_card_visa";
      } else if (answers.some((one) => one?.state !== undefined || one?.reason === "paymentUnderWay")) {
        // If the outcome isn't known, some people leave the page and some click again.
        if (chance.chance(0.5) || round > 5) break;
      }
      await wait(chance.between(50, 300));
    }
  }
}

const cardFrom = (chance: Random) =>
  chance.chance(0.25)
    ? "pm_card_lostAnswer"
    : chance.chance(0.12)
      ? "pm_card_visa_chargeDeclinedInsufficientFunds"
      : "pm_card_visa";

type Answer = { state?: string; reason?: string; strange?: string };

/** @returns null if there was no response, or if the server was busy or starting. */
async function pay(
  url: string,
  token: string,
  { item, price, card }: { item: CardPayer["owed"][number]; price: number; card: string },
): Promise<Answer | null> {
  try {
    const answer = await fetch(`${url}${bulkPayment.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({
        ...{ items: [{ ...item, amount: price }], amount: price, currency: "USD" },
        ...{ paymentMethodId: card, returnPath: "/payments" },
      }),
      signal: AbortSignal.timeout(timeout),
    });
    const body = (await answer.json()) as { state?: string; reason?: string; detail?: string };
    if (answer.status === 200) return { state: body.state ?? "" };
    if (answer.status === 409) return { reason: body.reason ?? "" };
    if (answer.status === 429 || answer.status >= 500) return null;
    return { strange: `status ${answer.status}, ${body.detail ?? ""}` };
  } catch {
    return null;
  }
}

async function signIn(url: string, email: string): Promise<string | null> {
  try {
    const answer = await fetch(`${url}/identity/connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        ...{ client_id: "touchline-web", grant_type: "password", scope: "openid offline_access" },
        ...{ username: email, password },
      }),
      signal: AbortSignal.timeout(timeout),
    });
    return ((await answer.json()) as { access_token?: string }).access_token ?? null;
  } catch {
    return null;
  }
}

export const payersPassword = password;
