import { credentials } from "../../simulator/src/credentials.ts";
import { type Simulator, startSimulator } from "../../simulator/src/simulator.ts";
import type { PaymentsPort } from "../src/adapters/payments/port.ts";
import { openPayments } from "../src/adapters/payments/stripe.ts";
import type { World } from "./world.ts";

type FaultOfAnswer = "drop" | "500" | "429" | "timeout-before" | "timeout-after" | "malformed" | "schema-drift";

export type SimulatedPayments = {
  simulator: Simulator;
  payments: PaymentsPort;
  /** Makes the next calls fail. */
  fail(fault: FaultOfAnswer, times?: number): Promise<void>;
  /** Makes a later call fail, after this many others. */
  failAt(fault: FaultOfAnswer, calls: number): Promise<void>;
  /** Sets the address that webhooks are sent to. */
  sendWebhooksTo(url: string): Promise<void>;
  /** Calls the simulated Stripe's own API, like its dashboard would. */
  atStripe(
    method: "GET" | "POST" | "DELETE",
    path: string,
    form?: Record<string, string>,
  ): Promise<Record<string, unknown>>;
  /** Fills in a page of the provider and follows its redirect. @returns the address it leads back to. */
  fillIn(url: string, form: Record<string, string>): Promise<URL>;
};

/** Starts a simulated Stripe. Requests to it time out after a second. */
export async function simulatedPayments(webhookUrl?: string): Promise<SimulatedPayments> {
  const simulator = await startSimulator({ tick: 0, ...(webhookUrl ? { webhookUrls: { stripe: webhookUrl } } : {}) });
  const payments = openPayments({
    url: `${simulator.url}/stripe`,
    secretKey: credentials.stripe.secretKey,
    publishableKey: null,
    webhookSecret: credentials.stripe.webhookSecret,
    simulated: true,
    timeout: 1_000,
  });
  if (!payments) throw new Error("the simulator plays Stripe");
  async function queue(fault: object): Promise<void> {
    const answer = await fetch(`${simulator.url}/simulator/faults`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ vendor: "stripe", ...fault }),
    });
    if (!answer.ok) throw new Error(`the fault was refused: ${answer.status}`);
  }
  return {
    simulator,
    payments,
    fail: (fault, times = 1) => queue({ fault, times }),
    async failAt(fault, calls) {
      await queue({ fault: "delay", value: 1, times: calls });
      await queue({ fault });
    },
    async sendWebhooksTo(url) {
      const body = JSON.stringify({ vendor: "stripe", url });
      const headers = { "content-type": "application/json" };
      const answer = await fetch(`${simulator.url}/simulator/webhooks`, { method: "POST", headers, body });
      if (!answer.ok) throw new Error(`the address was refused: ${answer.status}`);
    },
    async atStripe(method, path, form) {
      const answer = await fetch(`${simulator.url}/stripe/v1/${path}`, {
        method,
        headers: { authorization: `Bearer ${credentials.stripe.secretKey}` },
        ...(form ? { body: new URLSearchParams(form) } : {}),
      });
      return (await answer.json()) as Record<string, unknown>;
    },
    async fillIn(url, form) {
      let answer = await fetch(url, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
      // The card's page leads to the bank's, where the payment is confirmed.
      const next = answer.headers.get("location");
      if (next?.includes("/stripe/3ds/")) {
        answer = await fetch(next, {
          method: "POST",
          body: new URLSearchParams({ answer: "complete" }),
          redirect: "manual",
        });
      }
      const back = answer.headers.get("location");
      if (back === null) throw new Error(`the page was refused: ${await answer.text()}`);
      return new URL(back);
    },
  };
}

/** Sets a world's card provider to a simulated one. */
export async function simulatePayments(world: World, webhookUrl?: string): Promise<SimulatedPayments> {
  const simulated = await simulatedPayments(webhookUrl);
  Object.assign(world.adapters, { payments: simulated.payments });
  return simulated;
}
