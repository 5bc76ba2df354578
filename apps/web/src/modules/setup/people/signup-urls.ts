import { queryOptions } from "@tanstack/react-query";
import type { BodyInput, ResponseOf } from "@touchline/contract";
import {
  createSignupUrl,
  downloadPoster,
  listSignupUrls,
  type PosterSize,
  revokeSignupUrl,
} from "@touchline/contract/accounts/signup-urls";
import { call, download } from "../../../client.ts";

export type SignupUrl = ResponseOf<typeof createSignupUrl>;
export type NewSignupUrl = BodyInput<typeof createSignupUrl>;

export const linksPerPage = 20;

/** The sign-up URLs of a level and below it. */
export const signupUrlsQuery = (levelId: string, page: number) =>
  queryOptions({
    queryKey: ["signupUrls", levelId, page],
    queryFn: ({ signal }) =>
      call(listSignupUrls, { params: { id: levelId }, query: { page, perPage: linksPerPage } }, { signal }),
  });

export const makeLink = (body: NewSignupUrl) => call(createSignupUrl, { body });
export const revokeLink = (id: string) => call(revokeSignupUrl, { params: { id } });

export const fetchPoster = (id: string, size: PosterSize) =>
  download(downloadPoster, { params: { id }, query: { size } });

/** Returns the URL as other people open it. */
export const addressOfLink = ({ path }: Pick<SignupUrl, "path">) => `${window.location.origin}${path}`;
