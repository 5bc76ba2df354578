/**
 * Repeats `repeated` in this many parallel loops while `others` run. Everything has ended when it returns, even after a
 * failure, so nothing runs into the next test.
 *
 * @throws the first failure of the others, otherwise of a loop.
 */
export async function runDuring(
  loops: number,
  repeated: () => Promise<unknown>,
  others: () => readonly Promise<unknown>[],
): Promise<void> {
  let busy = true;
  const looping = Promise.allSettled(
    Array.from({ length: loops }, async () => {
      while (busy) await repeated();
    }),
  );
  const results = await Promise.allSettled(others());
  busy = false;
  const failed = [...results, ...(await looping)].find((one) => one.status === "rejected");
  if (failed) throw failed.reason;
}
