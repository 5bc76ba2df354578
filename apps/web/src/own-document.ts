/**
 * Whether the page that is open was loaded at this address. Only then may it do what this address permits, such as load the card
 * provider's fields or ask for the camera: policies are those of the address at which a document was loaded.
 */
export function wasLoadedHere(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === location.pathname;
}
