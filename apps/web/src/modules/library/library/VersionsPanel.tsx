import { useQuery } from "@tanstack/react-query";
import {
  Button,
  Dialog,
  Facts,
  IconDownload,
  IconPencil,
  IconPlus,
  LoadingState,
  Notice,
  Pager,
  Panel,
  Timeline,
} from "@touchline/ui";
import { dayText, momentText } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { pageIn, type RawSearch, textIn, useUrlState } from "../../../url-state.ts";
import classes from "./Library.module.css";
import { type Content, versionQuery, versionsQuery } from "./queries.ts";
import { words } from "./words.ts";

const readSearch = (search: RawSearch) => ({
  page: pageIn(search.versions),
  shown: Number(textIn(search.version)) || 0,
});

/** The versions of the settings: who saved each and when, what changed, and the settings of each. */
export function VersionsPanel({ content }: { content: Content }) {
  const [{ page, shown }, change] = useUrlState(readSearch);
  const { contentId } = content;
  const zone = useActiveProfile().organization.timeZone;
  const { data, error } = useQuery(versionsQuery(contentId, page));
  if (data?.pagination.totalRecords === 0) return null;
  return (
    <div className={classes.versions}>
      <Panel title={words.versions}>
        {error && (
          <Notice tone="stop" title={words.versionsNotLoaded}>
            {messageOf(error)}
          </Notice>
        )}
        {!data && !error && <LoadingState label={words.loadingVersions} lines={3} />}
        {data && (
          <Timeline
            events={data.data.map((one) => ({
              key: String(one.version),
              tone: "none",
              icon: one.platformVersion !== null ? IconDownload : one.version === 1 ? IconPlus : IconPencil,
              text: (
                <span className={classes.version}>
                  <span>
                    <b>{words.versionNumber({ version: one.version })}</b>
                    {one.platformVersion !== null && (
                      <span className={classes.changed}>{words.fromTemplate({ version: one.platformVersion })}</span>
                    )}
                    {one.redoBy !== null && (
                      <span className={classes.changed}>{words.redoBy({ date: dayText(one.redoBy) })}</span>
                    )}
                  </span>
                  <Button
                    small
                    variant="quaternary"
                    label={words.viewVersion({ version: one.version })}
                    onClick={() => change({ version: one.version }, { back: true })}
                  />
                </span>
              ),
              note: (
                <>
                  {momentText(one.createdAt, zone)}
                  {one.by && `, ${one.by.name}`}
                  {one.changes.map(({ field, label, before, after }) => (
                    <span key={field} className={classes.changed}>
                      <b>{label}:</b> {shortened(before)} → {shortened(after)}
                    </span>
                  ))}
                </>
              ),
            }))}
          />
        )}
        {data && data.pagination.totalRecords > data.pagination.perPage && (
          <Pager
            {...data.pagination}
            onPage={(next) => change({ versions: next > 1 ? next : undefined }, { back: true })}
          />
        )}
      </Panel>
      {shown > 0 && <VersionDialog content={content} version={shown} onClose={() => change({ version: undefined })} />}
    </div>
  );
}

/** Long texts are read in full where the version is looked at. */
const most = 120;
const shortened = (text: string) => (text.length > most ? `${text.slice(0, most)} …` : text);

interface VersionDialogProps {
  content: Content;
  version: number;
  onClose: () => void;
}

function VersionDialog({ content, version, onClose }: VersionDialogProps) {
  const { contentId, permittedActions, archivedAt } = content;
  const { data, error } = useQuery(versionQuery(contentId, version));
  const older = version < content.version && archivedAt === null && permittedActions.includes("edit");
  return (
    <Dialog
      opened
      wide
      onClose={onClose}
      title={words.versionTitle({ version, name: content.name })}
      footer={
        <>
          {older && (
            <Button
              variant="secondary"
              label={words.startFromVersion}
              href={`/library/${contentId}?from=${version}`}
              onClick={onClose}
            />
          )}
          <Button label={words.close} onClick={onClose} />
        </>
      }
    >
      {error && (
        <Notice tone="stop" title={words.versionNotLoaded}>
          {messageOf(error)}
        </Notice>
      )}
      {!data && !error && <LoadingState label={words.loadingVersion} lines={4} />}
      {data && <Facts facts={data.facts} />}
    </Dialog>
  );
}
