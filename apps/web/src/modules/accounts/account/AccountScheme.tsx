import { useQuery, useQueryClient } from "@tanstack/react-query";
import { savePreferences } from "@touchline/contract/accounts/account-settings";
import { useScheme } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { call } from "../../../client.ts";
import { preferencesQuery } from "./queries.ts";

/** Applies the account's theme to this browser, and saves a theme chosen here to the account. */
export function AccountScheme() {
  const [scheme, setScheme] = useScheme();
  const { data } = useQuery(preferencesQuery);
  const queryClient = useQueryClient();
  const hasLoaded = useRef(false);
  /** The theme of this browser when it was last in sync with the account, or was opened. */
  const before = useRef(scheme);
  useEffect(() => {
    if (data === undefined) return;
    const chosenHere = scheme !== before.current;
    const first = !hasLoaded.current;
    hasLoaded.current = true;
    before.current = scheme;
    if (chosenHere && data.scheme !== scheme) {
      queryClient.setQueryData(preferencesQuery.queryKey, { ...data, scheme });
      // Without an answer this browser remembers it all the same.
      call(savePreferences, { body: { scheme } }).catch(() => undefined);
    } else if (first && data.scheme !== null && data.scheme !== scheme) {
      before.current = data.scheme;
      setScheme(data.scheme);
    }
  }, [data, scheme, setScheme, queryClient]);
  return null;
}
