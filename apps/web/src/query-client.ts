import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { secondFactorNeeded } from "@touchline/contract/accounts/session";
import { CallFailed } from "./client.ts";
import { activeProfileKey } from "./session/people.ts";

/** Cached data that nothing uses is kept for 60 seconds. Source: specification 2, section 9. */
const unusedMilliseconds = 60_000;

/** Whether asking again may help: after a refusal (4xx) it does not. */
function mayHelp(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof CallFailed && error.status >= 400 && error.status < 500);
}

/** Without a network a call fails and says so; the library would hold it back in silence. */
const networkMode = "always";

/** Whether the organization demands a second factor that this session has not shown. */
export const isSecondFactorNeeded = (error: unknown) =>
  error instanceof CallFailed && error.problem?.reason === secondFactorNeeded;

/** Server state. Failed reads are tried once more; changes never are, as the caller decides about those. */
export function createQueryClient(): QueryClient {
  // Demanded while one is at work: the shell learns it where it asks who acts, and shows what to do.
  const onError = (error: Error) => {
    if (isSecondFactorNeeded(error)) void queryClient.resetQueries({ queryKey: activeProfileKey });
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => {
        if (queryKey[0] !== activeProfileKey[0]) onError(error);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        gcTime: unusedMilliseconds,
        staleTime: 5_000,
        retry: mayHelp,
        networkMode,
        // Requests that failed without a network are retried once there is one, which the library wouldn't do in this mode.
        refetchOnReconnect: true,
      },
      mutations: { gcTime: unusedMilliseconds, retry: false, networkMode },
    },
  });
  return queryClient;
}
