import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  addLevel,
  changeLevel,
  deleteLevel,
  getLevel,
  listLevelsFollowing,
  moveLevel,
  previewMove,
  setLevelLogo,
} from "@touchline/contract/setup/levels";
import { call } from "../../../client.ts";

export type Level = ResponseOf<typeof getLevel>;
export type MovePreviewAnswer = ResponseOf<typeof previewMove>;

/** Fetches a level and what belongs to it. */
export const levelQuery = (levelId: string) =>
  queryOptions({
    queryKey: ["level", levelId],
    queryFn: ({ signal }) => call(getLevel, { params: { id: levelId } }, { signal }),
  });

/** Fetches the effect of a move. Never cached, because people come and go. */
export const previewQuery = (levelId: string, parentId: string) =>
  queryOptions({
    queryKey: ["level", levelId, "move", parentId],
    queryFn: ({ signal }) => call(previewMove, { params: { id: levelId }, query: { parentId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Fetches the levels whose members are being updated after a move. Refetched every second while there are any. */
export const followingQuery = queryOptions({
  queryKey: ["levelsFollowing"],
  queryFn: ({ signal }) => call(listLevelsFollowing, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.length ? 1_000 : false),
});

export const add = (body: BodyInput<typeof addLevel>) => call(addLevel, { body });
export const change = (levelId: string, body: BodyInput<typeof changeLevel>) =>
  call(changeLevel, { params: { id: levelId }, body });
export const move = (levelId: string, parentId: string) =>
  call(moveLevel, { params: { id: levelId }, body: { parentId } });
export const remove = (levelId: string) => call(deleteLevel, { params: { id: levelId } });
export const putLogo = (levelId: string, body: BodyInput<typeof setLevelLogo>) =>
  call(setLevelLogo, { params: { id: levelId }, body });

/** Refetches everything that shows levels, or people by their level. */
export function showTreeAnew(queryClient: QueryClient): Promise<unknown> {
  return Promise.all(
    [["navigation"], ["level"], ["levelsFollowing"], ["members"], ["member"], ["tasks"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
