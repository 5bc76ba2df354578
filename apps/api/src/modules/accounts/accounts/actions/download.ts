import { Readable } from "node:stream";
import yazl from "yazl";
import type { OwnerProof } from "../../../../adapters/identity/factors.ts";
import type { OrganizationId } from "../../../../database/tenancy.ts";
import { fit, unused } from "../../../../documents/archive-names.ts";
import { unauthenticated } from "../../../../errors.ts";
import type { FileAnswer } from "../../../../http/mount.ts";
import { openStored } from "../../../files/index.ts";
import { accountMailsTo } from "../../../messages/index.ts";
import { peopleActedFor } from "../../../people/index.ts";
import { photoLocation } from "../../../requirements/index.ts";
import { sessionsOfAccount } from "../../sessions/queries.ts";
import type { AccountDeps } from "./links.ts";
import { type Owner, prove } from "./owner.ts";
import { type OwnFile, ownFiles, personalData } from "./personal-data.ts";
import { preferencesOf } from "./preferences.ts";

/** People whose files are listed before the archive begins. */
const mostPeople = 300;

type Held = {
  organizationId: OrganizationId;
  profileId: string;
  folder: string;
  files: OwnFile[];
  photo: Awaited<ReturnType<typeof photoLocation>>;
};

const about = `Everything that Touchline stores about your account and about the children you're a guardian of.

account.json         your logins, the policies you accepted, your devices, emails about your account
<organization>/      one folder for each organization and person
  data.json          profile details, memberships, family, requirements with submissions and decisions, history,
                     emails, dates of your notes and reports
  photo.webp         the photo, if there is one
  files/             the submitted files
  files-left-out.txt files that can't be opened because they contain malware or haven't been scanned yet

This archive contains nothing about other people. It doesn't contain confidential notes and reports that others wrote.
Ask your organization about them.
`;

/**
 * Streams an archive of everything that is stored about an account. Items are read and written one at a time, so that memory
 * holds only one.
 *
 * @throws 400 for a wrong password; 429 after too many.
 */
export async function downloadOwnData(deps: AccountDeps, owner: Owner, proof: OwnerProof): Promise<FileAnswer> {
  await prove(deps, owner, proof);
  const account = await deps.identity.accountById(owner.appUserId);
  if (!account) throw unauthenticated();
  const held = await heldOf(deps, owner);
  const archive = new yazl.ZipFile();
  const written = deps.now();
  const addLater = (path: string, open: () => Promise<Readable>, mtime = written) =>
    archive.addReadStreamLazy(path, { mtime }, (give) => {
      open().then(
        (stream) => give(null, stream),
        (error) => give(error, Readable.from([])),
      );
    });
  const addJson = (path: string, read: () => Promise<unknown>) =>
    addLater(path, async () => Readable.from([Buffer.from(JSON.stringify(await read(), null, 2))]));

  archive.addBuffer(Buffer.from(about), "read-me.txt", { mtime: written });
  addJson("account.json", async () => ({
    email: account.email,
    emailConfirmed: account.emailConfirmed,
    accepted: await deps.identity.acceptances(owner.appUserId),
    linkedSignIns: (await deps.identity.linkedSignIns(owner.appUserId)).linked,
    secondFactors: await factorsOf(deps, owner),
    preferences: await preferencesOf(deps.tenancy, owner.appUserId),
    sessions: await sessionsOfAccount(deps, written, owner),
    mails: await deps.tenancy.runShared((db) => accountMailsTo({ db, adapters: deps.adapters }, owner.appUserId)),
  }));
  const paths = new Set<string>();
  for (const { organizationId, profileId, folder, files, photo } of held) {
    addJson(unused(paths, `${folder}/data.json`), () =>
      deps.tenancy.run(organizationId, (db) => personalData(within(deps, organizationId, db), profileId)),
    );
    if (photo)
      addLater(unused(paths, `${folder}/photo.webp`), () => deps.adapters.files.open(photo.storageKey), photo.at);
    const leftOut = files.filter((file) => !file.opens).map((file) => `${fit(file.folder)}/${fit(file.name)}\n`);
    if (leftOut.length > 0) {
      const path = unused(paths, `${folder}/files-left-out.txt`);
      archive.addBuffer(Buffer.from(leftOut.join("")), path, { mtime: written });
    }
    for (const file of files) {
      if (!file.opens) continue;
      const path = unused(paths, `${folder}/files/${fit(file.folder)}/${fit(file.name)}`);
      addLater(path, () => openStored(deps.adapters, file.stored), file.uploadedAt);
    }
  }
  archive.end();
  const stream = archive.outputStream as Readable;
  archive.on("error", (error) => stream.destroy(error as Error));
  const day = written.toISOString().slice(0, 10);
  return { name: `touchline-data-${day}.zip`, mediaType: "application/zip", bytes: null, stream };
}

/** Lists names and times of use; nothing that could be used to sign in. */
async function factorsOf({ identity }: AccountDeps, { appUserId }: Owner) {
  const { passkeys, app, recoveryCodes } = await identity.factors.list(appUserId);
  return { passkeys: passkeys.map(({ passkeyId: _, ...one }) => one), app, recoveryCodes };
}

const within = (
  { adapters, now }: AccountDeps,
  organizationId: OrganizationId,
  db: Parameters<typeof personalData>[0]["db"],
) => ({ actor: { kind: "system", name: "account" } as const, organizationId, db, now: now(), adapters });

/** Lists the account's profiles and the children they guard, each with its files. */
async function heldOf(deps: AccountDeps, { appUserId }: Owner): Promise<Held[]> {
  const held: Held[] = [];
  for (const { profileId, organizationId } of await deps.tenancy.profilesOfAccount(appUserId)) {
    if (held.length >= mostPeople) break;
    await deps.tenancy.run(organizationId, async (db) => {
      for (const person of await peopleActedFor({ db, organizationId, now: deps.now() }, profileId)) {
        const name = `${person.firstName} ${person.lastName}`;
        const folder = `${fit(person.organizationName)}/${fit(name)} ${person.profileId.slice(-6)}`;
        const files = await ownFiles(within(deps, organizationId, db), person.profileId, profileId);
        const photo = await photoLocation(within(deps, organizationId, db), person.profileId);
        held.push({ organizationId, profileId: person.profileId, folder, files, photo });
      }
    });
  }
  return held;
}
