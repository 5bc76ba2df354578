import { getAdverseAction } from "@touchline/contract/screening/adverse-action";
import { aScreened, type SimulatedScreening } from "./screening-orders.ts";
import type { TestPerson, World } from "./world.ts";

const minute = 60_000;
const day = 1_440 * minute;

/** What a reviewer sends with a pre-adverse notice. */
export const theNotice = {
  items: "Simulated record: no real check is made.",
  agencyName: "Yardstik, Inc.",
  agencyAddress: "1 Example Street, Minneapolis, MN 55401",
  agencyPhone: "(555) 010-0100",
  offense: "A record of theft.",
  timePassed: "Two years.",
  role: "Holds the team's money.",
};

/**
 * Creates a coach whose background check at a simulated provider had a finding some weeks ago. The world's clock is set to the
 * past, so that a waiting period can end while access tokens are valid.
 */
export async function aFlagged(
  world: World,
  screening: SimulatedScreening,
  more: Parameters<typeof aScreened>[2] & { daysAgo?: number } = {},
) {
  const { daysAgo = 60, lastName = "Consider", ...options } = more;
  world.clock.shift = -daysAgo * day;
  const one = await aScreened(world, screening, { lastName, ...options });
  await one.start();
  await screening.settle();
  await screening.submit((await one.link()).url);
  await screening.settle();
  await screening.pass(minute);
  const place = { profileLevelAccessId: one.on.query.profileLevelAccessId };
  return {
    ...one,
    adverse: (who: TestPerson) => who.call(getAdverseAction, one.on),
    /** Builds a request about this check with a body. */
    act: <Body extends object>(body: Body) => ({ params: one.on.params, body: { ...place, ...body } }),
    /** Moves the check to another stage at the provider, which sends a webhook. */
    async stage(stage: string) {
      const [order] = screening.simulator.orders().slice(-1);
      const { vendor, id } = order as { vendor: string; id: string };
      const answer = await fetch(`${screening.simulator.url}/simulator/orders/${vendor}/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ stage }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      await screening.settle();
    },
  };
}
