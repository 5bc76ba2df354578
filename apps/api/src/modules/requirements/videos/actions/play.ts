import type { ResponseOf } from "@touchline/contract";
import type { SettingsOf } from "@touchline/contract/library/content-settings";
import { type getVideoProgress, streamVideo } from "@touchline/contract/requirements/videos";
import type { Adapters, Call } from "../../../../call.ts";
import { notFound } from "../../../../errors.ts";
import { type FileAnswer, rangeOf, type Visit } from "../../../../http/mount.ts";
import { authorize } from "../../../../security/authorize.ts";
import { answerTo } from "../../../files/index.ts";
import { libraryFile } from "../../../library/index.ts";
import { memberTarget } from "../../../people/index.ts";
import { isOfKind } from "../../requirements/actions/permitted.ts";
import { attemptUnderWay } from "../../requirements/actions/start-attempt.ts";
import { requirementOn } from "../../requirements/queries/requirement-rows.ts";
import { progressOf, shownProgress } from "../queries.ts";

type Link = { organizationId: string; contentId: string; fileId: string; until: number };

/** An address lasts for the video, twice, and for a pause; four hours at most. In milliseconds. */
const lasts = ({ seconds }: SettingsOf<"video">) => Math.min(4 * 3600, 2 * seconds + 1800) * 1000;

/** The video as its player needs it, for the person or a guardian. @throws NotFound, Forbidden */
export async function openVideo(
  call: Call,
  input: { requirementId: string; profileLevelAccessId: string },
): Promise<ResponseOf<typeof getVideoProgress>> {
  const target = await memberTarget(call, input.profileLevelAccessId);
  authorize(call, "own", target);
  const on = await requirementOn(call, target, input.requirementId);
  const { settings, contentId } = on.required;
  if (!isOfKind(settings, "video")) throw notFound("video");
  const attemptId = attemptUnderWay(on);
  const { seconds, percent, captions, fileId, videoUrl } = settings;
  return {
    ...shownProgress(attemptId === null ? null : await progressOf(call, attemptId), settings),
    url: fileId === null ? (videoUrl ?? "") : linkTo(call, input.requirementId, { contentId, fileId }, settings),
    ...{ seconds, percent, captions },
  };
}

const placeOf = (requirementId: string) => ({ tenant: "", table: "video", column: "link", id: requirementId });

/**
 * A player brings no access token. So it is given an address of its own: what it leads to and until when is sealed in it, and
 * it leads to this one video alone.
 */
function linkTo(
  call: Call,
  requirementId: string,
  of: Pick<Link, "contentId" | "fileId">,
  settings: SettingsOf<"video">,
) {
  const { vault, site } = call.adapters;
  const link: Link = { organizationId: call.organizationId, ...of, until: call.now.getTime() + lasts(settings) };
  const token = vault.sealShared(placeOf(requirementId), JSON.stringify(link)).toString("base64url");
  return `${site.url}${streamVideo.path.replace("{id}", requirementId)}?token=${token}`;
}

function linkIn({ vault }: Adapters, requirementId: string, token: string): Link | null {
  try {
    return JSON.parse(vault.openShared(placeOf(requirementId), Buffer.from(token, "base64url"))) as Link;
  } catch {
    return null;
  }
}

/** The bytes that a player asks for. @throws NotFound for an address that is not good, or not anymore. */
export async function stream(
  { tenancy, now, request, reply }: Visit,
  adapters: Adapters,
  { requirementId, token }: { requirementId: string; token: string },
): Promise<FileAnswer> {
  const link = linkIn(adapters, requirementId, token);
  if (link === null || link.until < now.getTime()) throw notFound("video");
  reply.header("referrer-policy", "no-referrer");
  const organizationId = tenancy.found(link.organizationId);
  const file = await tenancy.run(organizationId, (db) => libraryFile({ db, organizationId }, link));
  return answerTo(adapters, null, file, rangeOf(request.headers.range, file.bytes));
}
