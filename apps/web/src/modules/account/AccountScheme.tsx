import { useQuery, useQueryClient } from "@tanstack/react-query";
import { savePreferences } from "@touchline/contract/account-settings";
import { useScheme } from "@touchline/ui";
import { useEffect, useRef } from "react";
import { call } from "../../client.ts";
import { preferencesQuery } from "./queries.ts";

/** Brings the account's theme to this browser when it comes, and what is chosen here to the account from then on. */
export function AccountScheme() {
  const [scheme, setScheme] = useScheme();
  const { data } = useQuery(preferencesQuery);
  const queryClient = useQueryClient();
  const came = useRef(false);
  useEffect(() => {
    if (data === undefined || data.scheme === scheme) {
      came.current ||= data !== undefined;
      return;
    }
    if (!came.current) {
      came.current = true;
      if (data.scheme !== null) setScheme(data.scheme);
      return;
    }
    queryClient.setQueryData(preferencesQuery.queryKey, { ...data, scheme });
    // Without an answer this browser remembers it all the same.
    call(savePreferences, { body: { scheme } }).catch(() => undefined);
  }, [data, scheme, setScheme, queryClient]);
  return null;
}
