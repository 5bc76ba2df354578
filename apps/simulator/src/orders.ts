import { day, type SimulatedClock, second } from "./clock.ts";
import type { Identifiers } from "./identifiers.ts";
import { type Script, type ScriptName, scriptOf, scripts } from "./people.ts";
import type { KeptState } from "./state.ts";

/** The status of a check, independent of any vendor. Each vendor's file maps it to the vendor's terms. */
export const stages = [
  "invited",
  "expired",
  "information-requested",
  "processing",
  "clear",
  "consider",
  "pre-adverse",
  "dispute",
  "final-adverse",
  "canceled",
  "unlisted",
] as const;
export type Stage = (typeof stages)[number];

export const isStage = (text: unknown): text is Stage => stages.some((stage) => stage === text);

export type Order = {
  /** The vendor's identifier of the report or screening. */
  id: string;
  vendor: string;
  /** The customer's account at the vendor, where it has several. */
  account: string;
  candidate: { id: string; firstName: string; lastName: string };
  packageId: string;
  script: ScriptName;
  stage: Stage;
  /** The last part of the hosted page's address. */
  token: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  submittedAt: string | null;
  completedAt: string | null;
  /** The signature of the candidate's authorization; null before it is signed. */
  signature: string | null;
  history: { stage: Stage; at: string }[];
};

/** A planned step, which is skipped if the order was moved in the meantime. */
type Planned = { order: Order; plan: number; to: Stage; rest: Script["afterSubmit"] };

export type StageListener = (order: Order, before: Stage | null) => void;

const concluded: readonly Stage[] = ["clear", "consider", "canceled", "final-adverse", "unlisted"];

/** Every check of every vendor. Scripts, calls of vendors and the panel move them on. */
export class OrderBook {
  readonly #clock: SimulatedClock;
  readonly #identifiers: Identifiers;
  readonly #orders: Order[];
  readonly #listeners = new Map<string, StageListener>();
  /** The number of times that each order was moved. Earlier plans for the order are then void. */
  readonly #plans: Map<Order, number>;
  readonly #proceed: (after: number, step: Planned) => void;

  constructor(clock: SimulatedClock, identifiers: Identifiers, state: KeptState) {
    this.#clock = clock;
    this.#identifiers = identifiers;
    this.#orders = state.part("orders", () => []);
    this.#plans = state.part("plans", () => new Map());
    this.#proceed = clock.task("orders.proceed", ({ order, plan, to, rest }: Planned) => {
      if ((this.#plans.get(order) ?? 0) !== plan) return;
      this.#enter(order, to);
      this.#plan(order, rest);
    });
  }

  /** Notifies a vendor's file of every change to its orders. */
  listen(vendor: string, listener: StageListener): void {
    this.#listeners.set(vendor, listener);
  }

  list(vendor?: string): readonly Order[] {
    return vendor === undefined ? this.#orders : this.#orders.filter((order) => order.vendor === vendor);
  }

  find(vendor: string, id: string): Order | undefined {
    return this.#orders.find((order) => order.vendor === vendor && order.id === id);
  }

  byToken(vendor: string, token: string): Order | undefined {
    return this.#orders.find((order) => order.vendor === vendor && order.token === token);
  }

  /** Accepts an order. With `submitted`, the customer has collected consent and data, so no form is needed. */
  create(
    facts: Pick<Order, "id" | "vendor" | "account" | "candidate" | "packageId"> & {
      expiresAt?: Date;
      submitted?: boolean;
    },
  ): Order {
    const { expiresAt, submitted = false, ...own } = facts;
    const at = this.#clock.iso();
    const script = scriptOf(own.candidate.lastName);
    const hasExpired: boolean = "expiresAtOnce" in scripts[script];
    const end = hasExpired
      ? new Date(this.#clock.now().getTime() + second)
      : (expiresAt ?? new Date(this.#clock.now().getTime() + 7 * day));
    const order: Order = {
      ...own,
      script,
      stage: "invited",
      token: this.#identifiers.hex("token", 40),
      createdAt: at,
      updatedAt: at,
      expiresAt: end.toISOString(),
      submittedAt: null,
      completedAt: null,
      signature: null,
      history: [{ stage: "invited", at }],
    };
    this.#orders.push(order);
    this.#plan(order, [{ after: end.getTime() - this.#clock.now().getTime(), to: "expired" }]);
    this.#listeners.get(order.vendor)?.(order, null);
    if (submitted) this.submit(order, "Consent collected by the customer");
    return order;
  }

  /** Continues an order when the candidate has signed and sent the form, or sent missing data. */
  submit(order: Order, signature: string): boolean {
    if (order.stage !== "invited" && order.stage !== "information-requested") return false;
    const first = order.stage === "invited";
    order.signature ??= signature;
    order.submittedAt ??= this.#clock.iso();
    this.move(order, "processing");
    const { afterSubmit } = scripts[order.script];
    this.#plan(order, first ? afterSubmit : [{ after: 30 * second, to: "clear" }]);
    return true;
  }

  /** Starts an adverse action: the notice is sent, and the decision is final after the waiting period. */
  startAdverseAction(order: Order, waiting: number): void {
    this.move(order, "pre-adverse");
    const script: Script = scripts[order.script];
    this.#plan(order, script.afterPreAdverse ?? [{ after: waiting, to: "final-adverse" }]);
  }

  /** Moves a check on, from the panel or by a vendor's call. Steps that were planned before are dropped. */
  move(order: Order, to: Stage): void {
    this.#plans.set(order, (this.#plans.get(order) ?? 0) + 1);
    this.#enter(order, to);
  }

  #plan(order: Order, steps: Script["afterSubmit"]): void {
    const [next, ...rest] = steps;
    if (next === undefined) return;
    this.#proceed(next.after, { order, plan: this.#plans.get(order) ?? 0, to: next.to, rest });
  }

  #enter(order: Order, to: Stage): void {
    const before = order.stage;
    if (before === to) return;
    order.stage = to;
    order.updatedAt = this.#clock.iso();
    order.completedAt = concluded.includes(to) ? (order.completedAt ?? order.updatedAt) : order.completedAt;
    order.history.push({ stage: to, at: order.updatedAt });
    this.#listeners.get(order.vendor)?.(order, before);
  }
}
