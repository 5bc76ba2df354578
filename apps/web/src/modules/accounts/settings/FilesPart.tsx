import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { OrganizationFilePurpose } from "@touchline/contract";
import {
  addOrganizationFile,
  getOrganizationFileUrl,
  type OrganizationSettings,
  removeOrganizationFile,
} from "@touchline/contract/accounts/organization-settings";
import { organizationFiles } from "@touchline/rules";
import { Button, fileSize, IconDownload, IconTrash, IconUpload, Panel, useNotify } from "@touchline/ui";
import { useRef } from "react";
import { call } from "../../../client.ts";
import { dayOfInstant } from "../../../dates.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { settingsQuery } from "./queries.ts";
import classes from "./Settings.module.css";
import { words } from "./words.ts";

type Purpose = Exclude<OrganizationFilePurpose, "Logo">;
const purposes: { purpose: Purpose; name: string; about: string }[] = [
  { purpose: "BackgroundCheckNotice", name: words.backgroundCheckNotice, about: words.noticeAbout },
  { purpose: "LiveScanForm", name: words.liveScanForm, about: words.liveScanFormAbout },
  { purpose: "EinProof", name: words.einProof, about: words.einProofAbout },
  { purpose: "TaxDocument", name: words.taxCertificate, about: words.taxCertificateAbout },
  { purpose: "Insurance", name: words.insurance, about: words.adminsOnly },
  { purpose: "Other", name: words.otherFile, about: words.adminsOnly },
];

/** "PDF, PNG or JPEG". */
const either = new Intl.ListFormat("en", { type: "disjunction" });
const kindsText = (accepted: readonly string[]) => either.format(accepted.map((one) => one.toUpperCase()));

/** The files that an organization keeps, one for each purpose. */
export function FilesPart({ settings }: { settings: OrganizationSettings }) {
  return (
    <Panel title={words.files}>
      <ul className={classes.files}>
        {purposes.map((one) => (
          <FileLine key={one.purpose} {...one} settings={settings} />
        ))}
      </ul>
    </Panel>
  );
}

function factsText(file: OrganizationSettings["files"][number], zone: string): string {
  const facts = { file: file.name, size: fileSize(file.bytes), date: dayOfInstant(file.addedAt, zone) };
  return file.addedBy ? words.fileFactsBy({ ...facts, name: file.addedBy }) : words.fileFacts(facts);
}

interface FileLineProps {
  purpose: Purpose;
  name: string;
  about: string;
  settings: OrganizationSettings;
}

function FileLine({ purpose, name, about, settings }: FileLineProps) {
  const { organizationId } = useActiveProfile();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const input = useRef<HTMLInputElement>(null);
  const file = settings.files.find((one) => one.purpose === purpose);
  const of = { params: { id: organizationId }, query: { purpose } };
  const { queryKey } = settingsQuery(organizationId);
  const { accepted } = organizationFiles[purpose];
  const adding = useMutation({
    mutationFn: (chosen: File) => call(addOrganizationFile, { ...of, body: {}, files: [chosen] }),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved);
      notify("done", words.fileSaved({ name }));
    },
  });
  const removing = useMutation({
    mutationFn: () => call(removeOrganizationFile, of),
    onSuccess: async () => {
      notify("done", words.fileRemoved({ name }));
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  const opening = useMutation({
    mutationFn: () => call(getOrganizationFileUrl, of),
    onSuccess: ({ url }) => location.assign(url),
  });
  const error = adding.error ?? removing.error ?? opening.error;
  return (
    <li className={classes.fileLine}>
      <div className={classes.fileWords}>
        <p className={classes.fileName}>{name}</p>
        <p className={classes.lead}>
          {file ? factsText(file, settings.timeZone) : words.noFile({ about, types: kindsText(accepted) })}
        </p>
        {error && (
          <p role="alert" className={classes.error}>
            {error.message}
          </p>
        )}
      </div>
      <div className={classes.acts}>
        <input
          ref={input}
          className={classes.hiddenFile}
          type="file"
          accept={accepted.map((one) => `.${one}`).join(",")}
          aria-label={words.fileNamed({ name })}
          tabIndex={-1}
          onChange={(event) => {
            const [chosen] = event.target.files ?? [];
            event.target.value = "";
            if (chosen) adding.mutate(chosen);
          }}
        />
        {file && (
          <Button
            small
            variant="tertiary"
            leftIcon={<IconDownload aria-hidden />}
            label={words.download}
            aria-label={words.downloadNamed({ name })}
            loading={opening.isPending}
            onClick={() => opening.mutate()}
          />
        )}
        <Button
          small
          variant="secondary"
          leftIcon={<IconUpload aria-hidden />}
          label={file ? words.replace : words.add}
          aria-label={(file ? words.replaceNamed : words.addFileNamed)({ name })}
          loading={adding.isPending}
          onClick={() => input.current?.click()}
        />
        {file && (
          <Button
            small
            danger
            variant="quaternary"
            leftIcon={<IconTrash aria-hidden />}
            label={words.remove}
            aria-label={words.removeNamed({ name })}
            loading={removing.isPending}
            onClick={() => removing.mutate()}
          />
        )}
      </div>
    </li>
  );
}
