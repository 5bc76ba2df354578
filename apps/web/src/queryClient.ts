import { QueryClient } from "@tanstack/react-query";
import { CallFailed } from "./client.ts";

/** Cached data that nothing uses is kept for 60 seconds. Source: specification 2, section 9. */
const unusedMilliseconds = 60_000;

/** Whether asking again may help: after a refusal (4xx) it does not. */
function mayHelp(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500);
}

/** Without a network a call fails and says so; the library would hold it back in silence. */
const networkMode = "always";

/** Server state. Failed reads are tried once more; changes never are, as the caller decides about those. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: unusedMilliseconds, staleTime: 5_000, retry: mayHelp, networkMode },
      mutations: { gcTime: unusedMilliseconds, retry: false, networkMode },
    },
  });
}
