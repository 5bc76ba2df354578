import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { rosterLimits } from "@touchline/contract/setup/imports";
import { Button, FileDrop, Notice, PageHeader, Panel, Tabs, Textarea, TextLink, type Upload } from "@touchline/ui";
import { useState } from "react";
import { agoText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { NoAccess } from "../../../shell/NoAccess.tsx";
import { textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { OnePerson } from "./OnePerson.tsx";
import classes from "./People.module.css";
import { importsQuery, sendRoster } from "./queries.ts";
import { SavedMappings } from "./SavedMappings.tsx";
import { SignupLinks } from "./SignupLinks.tsx";
import { rowsText, stateNames, words } from "./words.ts";

const limits = { extensions: ["csv", "txt", "tsv", "xlsx"], maxBytes: rosterLimits.bytes };

/** Adds people: one, a list, a roster, or by sign-up links. People who can't view members are sent home. */
export function AddPeoplePage() {
  return useActiveProfile().tabs.includes("Dashboard") ? <AddPeople /> : <NoAccess />;
}

const ways = {
  one: {
    label: words.onePerson,
    title: words.addAPerson,
    hint: words.addAPersonHint,
  },
  paste: {
    label: words.pasteMany,
    title: words.pastePeople,
    hint: words.pasteHint,
  },
  roster: {
    label: words.roster,
    title: words.importRoster,
    hint: words.importRosterHint,
  },
  links: {
    label: words.signUpLinks,
    title: words.signUpLinks,
    hint: words.signUpLinksHint,
  },
} as const;
type Way = keyof typeof ways;
const keys = Object.keys(ways) as Way[];
const tabs = keys.map((key) => ({ key, label: ways[key].label }));

/** The four ways to add people: by name, by pasted rows, from a file, or by a sign-up link. */
function AddPeople() {
  const [tab, change] = useUrlState((search) => keys.find((key) => key === textIn(search.tab)) ?? "one");
  const { title, hint } = ways[tab];
  useTitle(title);
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <Button variant="secondary" label={words.importCompletions} href="/people/completions" />
            <Button variant="secondary" label={words.findDuplicates} href="/people/duplicates" />
          </>
        }
      >
        {hint}
      </PageHeader>
      <Tabs
        label={words.waysToAddPeople}
        tabs={tabs}
        current={tab}
        onChange={(next) => change({ tab: next === "one" ? undefined : next, page: undefined })}
      >
        <div className={classes.section}>
          {tab === "one" && <OnePerson />}
          {(tab === "paste" || tab === "roster") && <Roster key={tab} pasting={tab === "paste"} />}
          {tab === "links" && <SignupLinks />}
        </div>
      </Tabs>
    </>
  );
}

/** Imports a roster from a file or from pasted rows; both are checked in the same way. */
function Roster({ pasting }: { pasting: boolean }) {
  const [pasted, setPasted] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [share, setShare] = useState(0);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: (roster: File) => sendRoster(roster, setShare),
    onSuccess: async (importId) => {
      void queryClient.invalidateQueries({ queryKey: importsQuery.queryKey });
      await navigate({ to: "/people/add/$importId", params: { importId } } as never);
    },
  });

  const send = (roster: File) => {
    setShare(0);
    setFile(roster);
    sending.mutate(roster);
  };
  const reason = sending.error ? messageOf(sending.error) : null;
  const uploads: Upload[] = file
    ? [
        {
          key: file.name,
          name: file.name,
          size: file.size,
          state: reason ? { kind: "failed", reason } : { kind: "uploading", progress: share },
        },
      ]
    : [];
  return (
    <>
      {pasting ? (
        <Panel title={words.fromASpreadsheet}>
          <div className={classes.stack}>
            {reason && (
              <Notice tone="stop" title={words.uploadFailed}>
                {reason}
              </Notice>
            )}
            <Textarea
              label={words.pasteRows}
              description={words.pasteRowsHint}
              rows={12}
              wrap="off"
              value={pasted}
              onChange={(event) => setPasted(event.target.value)}
            />
            <div>
              <Button
                label={words.checkPastedRows}
                disabled={pasted.trim() === ""}
                loading={sending.isPending}
                onClick={() => send(new File([pasted], words.pastedFileName, { type: "text/plain" }))}
              />
            </div>
          </div>
        </Panel>
      ) : (
        <Panel title={words.fromAFile}>
          <FileDrop
            label={words.rosterFile}
            description={words.rosterFileHint}
            limits={limits}
            disabled={sending.isPending}
            uploads={uploads}
            onFiles={([roster]) => roster && send(roster)}
            onRetry={() => file && send(file)}
            onRemove={() => {
              setFile(null);
              sending.reset();
            }}
          />
        </Panel>
      )}
      <div className={classes.section}>
        <Notice tone="waits" title={words.rosterFieldsTitle}>
          {words.rosterFields}
        </Notice>
      </div>
      {!pasting && <SavedMappings />}
      <RecentImports />
    </>
  );
}

/** Lists recent and unfinished imports, so that nothing is lost when the page is closed. */
function RecentImports() {
  const { organization } = useActiveProfile();
  const { data } = useQuery(importsQuery);
  if (!data || data.length === 0) return null;
  return (
    <div className={classes.section}>
      <Panel title={words.recentImports}>
        <ul className={classes.recent}>
          {data.map((one) => (
            <li key={one.rosterImportId}>
              <TextLink href={`/people/add/${one.rosterImportId}`}>{one.fileName}</TextLink>
              <span className={classes.quiet}>
                {[
                  rowsText(one.rows),
                  stateNames[one.state],
                  agoText(one.createdAt, serverNow(), organization.timeZone),
                ].join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
