import fc from "fast-check";
import { expect, test } from "vitest";
import { type Booked, balances, type LedgerMove, movesOf } from "./ledger.ts";

/**
 * A random card payment as the provider would report it: refunds never exceed what is left, and a dispute takes all that is
 * left.
 */
const history = fc
  .record({
    amount: fc.integer({ min: 50, max: 10_000_000 }),
    refunds: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }),
    dispute: fc.constantFrom("none", "open", "won", "lost"),
    paidOut: fc.boolean(),
  })
  .map(({ amount, refunds, dispute, paidOut }) => {
    const booked: Booked[] = [{ kind: "charge", amount, fee: Math.round(amount * 0.029) + 30 }];
    let left = amount;
    for (const share of refunds) {
      const back = Math.floor(left * share);
      if (back > 0) booked.push({ kind: "refund", amount: -back, fee: 0 });
      left -= back;
    }
    if (dispute !== "none" && left > 0) booked.push({ kind: "dispute", amount: -left, fee: 1_500 });
    if (dispute === "won" && left > 0) booked.push({ kind: "dispute", amount: left, fee: 0 });
    const net = booked.reduce((sum, one) => sum + one.amount - one.fee, 0);
    if (paidOut && net > 0) booked.push({ kind: "payout", amount: -net, fee: 0 });
    return { amount, booked, net: paidOut && net > 0 ? 0 : net };
  });

test("whatever happens to payments, all accounts add up to nothing and the provider's account equals its books", () => {
  fc.assert(
    fc.property(fc.array(history, { maxLength: 12 }), (payments) => {
      const moves = payments.flatMap(({ booked }) => booked.flatMap((one) => movesOf(one, "memberFees")));
      const sums = balances(moves);
      expect(Object.values(sums).reduce((all, one) => all + one, 0)).toBe(0);
      expect(sums.provider).toBe(payments.reduce((all, one) => all + one.net, 0));
      // No one is refunded more than they paid.
      expect(-sums.memberFees).toBeGreaterThanOrEqual(0);
      expect(sums.providerFees).toBeGreaterThanOrEqual(0);
      expect(moves.every((one: LedgerMove) => Number.isInteger(one.amount) && one.amount > 0)).toBe(true);
    }),
  );
});

test("what is no business of an organization moves nothing", () => {
  expect(movesOf({ kind: "other", amount: 500, fee: 10 }, "memberFees")).toEqual([]);
});
