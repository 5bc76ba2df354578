/**
 * Goes to a page of the card provider or of a bank.
 *
 * @returns once somebody has gone back and this page is shown again as it was: what was waiting is over.
 */
export function leaveTo(url: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", () => resolve(), { once: true });
    location.assign(url);
  });
}
