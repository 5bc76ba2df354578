/** The address users write to; the host puts it into the page, so that it is known even when no call succeeds. */
export function supportEmail(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content ?? "";
}
