import type { Page } from "@playwright/test";

/** The line of a browser: so many bytes a second each way, and cut where told. */
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

/** How much has arrived, as the page says; not a number while it says nothing. */
export const percent = async (page: Page) => {
  const [said = ""] = await page.getByText(/% of/).allTextContents();
  return Number(/(\d+)% of/.exec(said)?.[1]);
};
