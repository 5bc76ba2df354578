import autocannon from "autocannon";

/** Requests that are sent in turn with one token. */
export type LoadTarget = { url: string; paths: string[]; token: string };

export type Measured = { perSecond: number; p50: number; p95: number; p99: number };

const usual = 8;

/** @throws if an answer isn't a success. */
export async function measure(
  { url, paths, token }: LoadTarget,
  seconds: number,
  connections = usual,
): Promise<Measured> {
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    workers: 1,
    headers: { authorization: `Bearer ${token}` },
    requests: paths.map((path) => ({ path })),
  });
  const failed = result.non2xx + result.errors + result.timeouts;
  if (failed > 0) throw new Error(`${failed} of ${result.requests.total} requests to ${paths[0]} failed`);
  const { p50, p97_5, p99 } = result.latency;
  return { perSecond: result.requests.average, p50, p95: p97_5, p99 };
}

/** Measures two targets in turn, twice each, so that neither always gets a quieter machine. */
export async function compare(ours: LoadTarget, ceiling: LoadTarget, seconds: number) {
  await measure(ours, 1);
  await measure(ceiling, 1);
  const rounds: { ours: Measured; ceiling: Measured }[] = [];
  for (let round = 0; round < 2; round += 1) {
    rounds.push({ ceiling: await measure(ceiling, seconds / 2), ours: await measure(ours, seconds / 2) });
  }
  const mean = (side: "ours" | "ceiling") => rounds.reduce((sum, one) => sum + one[side].perSecond, 0) / rounds.length;
  const last = rounds.at(-1)?.ours as Measured;
  return {
    ours: { ...last, perSecond: mean("ours") },
    ceiling: mean("ceiling"),
    ratio: mean("ours") / mean("ceiling"),
  };
}
