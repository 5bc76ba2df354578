/**
 * Goes to a page of the card provider or of a bank.
 *
 * @returns once the reader has returned with the browser's Back button, so that the page stops waiting.
 */
export function leaveTo(url: string): Promise<void> {
  return new Promise((resolve) => {
    addEventListener("pageshow", () => resolve(), { once: true });
    location.assign(url);
  });
}
