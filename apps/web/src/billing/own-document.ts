/**
 * Whether the page that is open was loaded at this address. Only then may it load the card provider's fields: the security policy
 * is that of the address at which a document was loaded, and allows the provider where cards are entered and nowhere else.
 */
export function wasLoadedHere(): boolean {
  const [loaded] = performance.getEntriesByType("navigation");
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === location.pathname;
}
