import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { rosterLimits } from "@touchline/contract/setup/imports";
import { Button, FileDrop, Notice, PageHeader, Panel, Tabs, Textarea, TextLink, type Upload } from "@touchline/ui";
import { useState } from "react";
import { agoText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { serverNow } from "../../../session/clock.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { textIn, useUrlState } from "../../../url-state.ts";
import { useTitle } from "../../../useTitle.ts";
import { OnePerson } from "./OnePerson.tsx";
import classes from "./People.module.css";
import { importsQuery, sendRoster } from "./queries.ts";
import { SavedMappings } from "./SavedMappings.tsx";
import { SignupLinks } from "./SignupLinks.tsx";
import { countOf, stateNames } from "./words.ts";

const limits = { extensions: ["csv", "txt", "tsv", "xlsx"], maxBytes: rosterLimits.bytes };

/** Where many people come in: by a roster, or by signing up themselves. Whoever sees no members is sent home. */
export function AddPeoplePage() {
  return useActiveProfile().tabs.includes("Dashboard") ? <AddPeople /> : <Navigate to="/" replace />;
}

const ways = {
  one: {
    label: "One person",
    title: "Add a person",
    hint: "By name, at one level and under one role. Who looks like somebody you have is asked about first.",
  },
  paste: {
    label: "Paste many",
    title: "Paste people",
    hint: "From any spreadsheet or list. Nothing is added before you have seen what becomes of every row.",
  },
  roster: {
    label: "Roster",
    title: "Import roster",
    hint: "Add many people at once. Nothing is added before you have seen what becomes of every row.",
  },
  links: {
    label: "Sign-up links",
    title: "Sign-up links",
    hint: "Put a link or a code where your people see it. They sign up themselves, under the role that you choose.",
  },
} as const;
type Way = keyof typeof ways;
const keys = Object.keys(ways) as Way[];
const tabs = keys.map((key) => ({ key, label: ways[key].label }));

/** Four ways: by name, by rows that are pasted, from a file, or by a link under which people sign up themselves. */
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
            <Button variant="secondary" label="Import completions" href="/people/completions" />
            <Button variant="secondary" label="Find duplicates" href="/people/duplicates" />
          </>
        }
      >
        {hint}
      </PageHeader>
      <Tabs
        label="Ways to add people"
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

/** A roster from a file, or as rows that are pasted: both are judged the same way. */
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
        <Panel title="From a spreadsheet">
          <div className={classes.stack}>
            {reason && (
              <Notice tone="stop" title="These rows could not be read">
                {reason}
              </Notice>
            )}
            <Textarea
              label="Paste rows"
              description="Copy them in the spreadsheet, with their headings if there are any, and paste here. A list with commas or semicolons, or one name a line, is good too."
              rows={12}
              wrap="off"
              value={pasted}
              onChange={(event) => setPasted(event.target.value)}
            />
            <div>
              <Button
                label="Check these rows"
                disabled={pasted.trim() === ""}
                loading={sending.isPending}
                onClick={() => send(new File([pasted], "Pasted rows.txt", { type: "text/plain" }))}
              />
            </div>
          </div>
        </Panel>
      ) : (
        <Panel title="From a file">
          <FileDrop
            label="Your roster"
            description="An Excel (.xlsx) or CSV file. Columns can have any name and any order."
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
        <Notice tone="waits" title="What a roster may say of each person">
          Name (first and last, or in one column), email address, date of birth, phone, level or team (its name, or a
          path such as “Northside / U12 Girls”), role, whether a guardian is required, and the names and emails of up to
          two guardians. Children get no login: their guardians are invited. Anything else is left out.
        </Notice>
      </div>
      {!pasting && <SavedMappings />}
      <RecentImports />
    </>
  );
}

/** Imports that were begun or finished lately: nothing is lost by closing the page. */
function RecentImports() {
  const { organization } = useActiveProfile();
  const { data } = useQuery(importsQuery);
  if (!data || data.length === 0) return null;
  return (
    <div className={classes.section}>
      <Panel title="Your imports of the last 30 days">
        <ul className={classes.recent}>
          {data.map((one) => (
            <li key={one.rosterImportId}>
              <TextLink href={`/people/add/${one.rosterImportId}`}>{one.fileName}</TextLink>
              <span className={classes.quiet}>
                {countOf(one.rows, "row", "rows")}, {stateNames[one.state].toLowerCase()},{" "}
                {agoText(one.createdAt, serverNow(), organization.timeZone)}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  );
}
