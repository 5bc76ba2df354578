import type { Page } from "@playwright/test";

/** Limits the browser's bytes per second in both directions, and cuts the connection on request. */
export async function lineOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return (bytesASecond: number, offline = false) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 20,
      downloadThroughput: bytesASecond,
      uploadThroughput: bytesASecond,
    });
}

/** Reads the uploaded share from the page; not a number while it shows none. */
export const percent = async (page: Page) => {
  const [said = ""] = await page.getByText(/% of/).allTextContents();
  return Number(/(\d+)% of/.exec(said)?.[1]);
};
