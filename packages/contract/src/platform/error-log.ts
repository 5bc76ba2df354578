import { z } from "zod";
import { endpoint, noContent } from "../endpoint.ts";
import { id, instant } from "../values.ts";

/** Where an unhandled error happened: in a browser, in a call, or in a job. */
export const faultSources = ["page", "server", "job"] as const;
export type FaultSource = (typeof faultSources)[number];

/** The lines of a stack that are stored for each error. */
export const mostPlaces = 8;
/** The most different errors that are stored; above this, the one that occurred longest ago is deleted. */
export const mostFaults = 1_000;
/** Days after which an error that didn't occur again is deleted. */
export const faultDays = 90;

/** The code name and location of an error. Neither can contain user input. */
export const faultName = z.string().regex(/^[A-Za-z][\w$]{0,59}$/);
export const faultPlace = z.string().regex(/^[\w$.<>/:()[\]# -]{1,200}$/);
export const faultRoute = z.string().regex(/^\/[\w$/-]{0,199}$/);

export const reportError = endpoint({
  method: "POST",
  path: "/api/app/error-report",
  summary:
    "Reports an error that the web app didn't handle: its kind, its place in the code, and the page's route pattern. Never its message, which may repeat what someone entered.",
  auth: "public",
  body: z.strictObject({
    name: faultName,
    place: z.array(faultPlace).max(mostPlaces),
    route: faultRoute.nullable(),
  }),
  response: noContent,
});

export const errorLog = endpoint({
  method: "GET",
  path: "/api/app/platform/error-log",
  summary: `Lists unhandled errors of pages, calls, and jobs, grouped by kind and place, the latest first. For platform operators. At most ${mostFaults} are kept, for ${faultDays} days after they last happened.`,
  errors: [403],
  response: z.array(
    z.object({
      /** Derived from the kind and the place, so that the same error always has the same id. */
      errorId: id,
      source: z.enum(faultSources),
      name: z.string(),
      code: z.string().nullable(),
      /** The route pattern of the page or the call, or the name of the job, where it last occurred. */
      route: z.string().nullable(),
      place: z.array(z.string()),
      /** The version of the product in which it last occurred; null if it isn't known. */
      release: z.string().nullable(),
      times: z.int(),
      firstAt: instant,
      lastAt: instant,
    }),
  ),
});

export const forgetError = endpoint({
  method: "DELETE",
  path: "/api/app/platform/error-log/{id}",
  summary:
    "Removes one error from the log once it is fixed. It comes back if it happens again. For platform operators.",
  errors: [403],
  response: noContent,
});
