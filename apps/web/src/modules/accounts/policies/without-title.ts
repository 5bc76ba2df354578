/** The text of a policy without a first heading that only repeats the page's own title. */
export function withoutTitle(text: string, title: string): string {
  const [, heading = "", rest = ""] = /^#\s+([^\n]+)\n?([\s\S]*)$/.exec(text.trim()) ?? [];
  return heading.trim().toLowerCase() === title.toLowerCase() ? rest.trim() : text;
}
