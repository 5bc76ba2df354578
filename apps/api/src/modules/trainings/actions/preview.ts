import type { BodyOf, ResponseOf } from "@touchline/contract";
import type { previewTrainingPackage } from "@touchline/contract/trainings";
import { actingProfile, type Call } from "../../../kernel/call.ts";
import { notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { packageById, packageFacts } from "../../content/actions/package.ts";
import { refuseUnlooked } from "../../files/queries.ts";
import { addressOf, noAttempt } from "./address.ts";

/** Opens a part of a package for whoever edits its content; nothing of it is kept. @throws NotFound, Forbidden, Conflict */
export async function previewPackage(
  call: Call,
  input: { contentId: string } & BodyOf<typeof previewTrainingPackage>,
): Promise<ResponseOf<typeof previewTrainingPackage>> {
  const { fileId, item } = input;
  await packageFacts(call, input);
  const of = await packageById(call, fileId);
  refuseUnlooked(actingProfile(call), of);
  const part = of.items[item];
  if (!part) throw notFound("This part of the training");
  const sittingId = newId();
  return {
    sittingId,
    title: part.title,
    url: addressOf(call, { attemptId: noAttempt, sittingId, fileId, item }, of),
    tells: part.tells,
    ownOrigin: call.adapters.site.packagesUrl !== undefined,
  };
}
