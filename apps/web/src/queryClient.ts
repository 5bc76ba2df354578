import { QueryClient } from "@tanstack/react-query";

/** Cached data that nothing uses is kept for 60 seconds. Source: specification 2, section 9. */
const unusedMilliseconds = 60_000;

/** Server state. Failed reads are tried once more; changes never are, as the caller decides about those. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { gcTime: unusedMilliseconds, staleTime: 5_000, retry: 1 },
      mutations: { gcTime: unusedMilliseconds, retry: false },
    },
  });
}
