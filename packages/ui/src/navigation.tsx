import { createContext, type MouseEvent, type ReactNode, use } from "react";

/** Opens an address of this application without reloading the page. */
export type Navigate = (href: string) => void;

const NavigationContext = createContext<Navigate | null>(null);

/** Lets links of the design system use the application's router. Without it, they are ordinary links. */
export function NavigationProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  return <NavigationContext value={navigate}>{children}</NavigationContext>;
}

function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/**
 * Handles a click on a link: addresses that begin with one slash use the router, unless the click asks for a new tab or the
 * link has another target.
 */
export function useFollow(): (event: MouseEvent, href: string, target?: string) => void {
  const navigate = use(NavigationContext);
  return (event, href, target = "_self") => {
    if (!navigate || event.defaultPrevented || !isPlainClick(event)) return;
    if (target !== "_self" || !/^\/(?!\/)/.test(href)) return;
    event.preventDefault();
    navigate(href);
  };
}
