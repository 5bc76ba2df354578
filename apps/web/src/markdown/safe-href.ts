/** A link that leads somewhere and runs nothing: of this site, of the web, or to write a mail. */
export function safeHref(href: string, origin: string = location.origin): string | null {
  const url = URL.parse(href, origin);
  if (url === null || !["http:", "https:", "mailto:"].includes(url.protocol)) return null;
  return href;
}
