import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { dropCachesWithProfile } from "./caches.ts";
import { clearSecurity, readSecurity, setToken } from "./security.ts";

const queryClient = new QueryClient();
dropCachesWithProfile(queryClient);

const readAs = (profileId: string) => {
  setToken(`token of ${profileId}`, 1, profileId, true);
  queryClient.setQueryData(["members", "level-1"], [`seen by ${profileId}`]);
};

test("going on as another profile drops all that was read before, and keeps who is logged in and to be remembered", () => {
  readAs("p1");
  setToken("token of p2", 1, "p2");
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(readSecurity()).toMatchObject({ authTime: 1, remember: true, profileId: "p2" });
});

test("a renewed token of the same profile drops nothing", () => {
  readAs("p1");
  setToken("renewed token of p1", 1, "p1");
  expect(queryClient.getQueryData(["members", "level-1"])).toEqual(["seen by p1"]);
});

test("a logout drops everything", () => {
  readAs("p1");
  clearSecurity();
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
  expect(readSecurity()).toEqual({ token: null, authTime: null, profileId: null, remember: false, isLoaded: true });
});

test("what was on its way for the profile before does not arrive in the cache", async () => {
  readAs("p1");
  let arrive = (_: string[]) => {};
  const onItsWay = queryClient.fetchQuery({
    queryKey: ["dashboard"],
    queryFn: () =>
      new Promise<string[]>((resolve) => {
        arrive = resolve;
      }),
  });
  setToken("token of p2", 1, "p2");
  arrive(["of p1"]);
  await onItsWay.catch(() => undefined);
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});
