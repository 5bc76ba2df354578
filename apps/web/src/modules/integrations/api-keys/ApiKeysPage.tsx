import { useQuery } from "@tanstack/react-query";
import type { ApiKey } from "@touchline/contract/integrations/api-keys";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconKey,
  PageHeader,
  TextLink,
} from "@touchline/ui";
import { useState } from "react";
import { agoText, dayOfInstant, dayText, momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./ApiKeys.module.css";
import { CreateKeyDialog } from "./CreateKeyDialog.tsx";
import { apiKeysQuery } from "./queries.ts";
import { RevokeKeyDialog } from "./RevokeKeyDialog.tsx";
import { RotateKeyDialog } from "./RotateKeyDialog.tsx";
import { type ShownKey, ShownKeyDialog } from "./ShownKeyDialog.tsx";
import { scopeWords, stateWords, words } from "./words.ts";

type Opened = { act: "create" } | { act: "rotate" | "revoke"; apiKey: ApiKey } | { act: "show"; made: ShownKey } | null;

const looks = {
  active: { tone: "done", icon: IconCircleCheck },
  ending: { tone: "waits", icon: IconClock },
  expired: { tone: "none", icon: IconCircleMinus },
  revoked: { tone: "none", icon: IconCircleMinus },
} as const;

/** The keys by which other software asks about the organization. */
export function ApiKeysPage() {
  useTitle(words.apiKeys);
  const { organizationName, organization } = useActiveProfile();
  const { data, error, isPending, refetch, dataUpdatedAt } = useQuery(apiKeysQuery);
  const [opened, setOpened] = useState<Opened>(null);
  if (error && !data) return <LoadFailed title={words.keysNotLoaded} error={error} onRetry={() => void refetch()} />;
  const { timeZone } = organization;
  const close = () => setOpened(null);
  const show = (made: ShownKey) => setOpened({ act: "show", made });
  const columns: [Column<ApiKey, never>, ...Column<ApiKey, never>[]] = [
    {
      key: "name",
      header: words.name,
      cell: (row) => row.name,
      note: (row) => <span className={classes.beginning}>{row.beginning}…</span>,
    },
    {
      key: "state",
      header: words.status,
      card: "beside",
      cell: (row) => (
        <Badge tone={looks[row.state].tone} icon={looks[row.state].icon}>
          {stateWords[row.state]}
        </Badge>
      ),
    },
    {
      key: "permissions",
      header: words.permissions,
      spare: true,
      cell: (row) => row.scopes.map((scope) => scopeWords[scope].name).join(", "),
    },
    {
      key: "used",
      header: words.lastUsed,
      cell: (row) => (row.lastUsedAt ? agoText(row.lastUsedAt, dataUpdatedAt, timeZone) : words.neverUsed),
    },
    { key: "ends", header: words.ends, cell: (row) => endText(row, timeZone) },
    {
      key: "actions",
      header: words.actions,
      card: "line",
      align: "end",
      width: "8rem",
      cell: (row) =>
        row.state === "active" || row.state === "ending" ? (
          <span className={classes.acts}>
            {row.state === "active" && (
              <Button
                small
                variant="secondary"
                label={words.rotate}
                onClick={() => setOpened({ act: "rotate", apiKey: row })}
              />
            )}
            <Button
              small
              variant="secondary"
              danger
              label={words.revoke}
              onClick={() => setOpened({ act: "revoke", apiKey: row })}
            />
          </span>
        ) : null,
    },
  ];
  const button = <Button label={words.createKey} onClick={() => setOpened({ act: "create" })} />;
  return (
    <>
      <PageHeader
        title={words.apiKeys}
        path={[{ label: words.organization, href: "/account/organization" }]}
        actions={button}
      >
        {words.apiKeysAbout({ organizationName })}{" "}
        <TextLink href="/api/docs" target="_blank">
          {words.readApiDocs}
        </TextLink>
      </PageHeader>
      <DataTable
        caption={words.apiKeys}
        columns={columns}
        rows={data?.data ?? []}
        rowKey={(row) => row.apiKeyId}
        loading={isPending}
        empty={
          <EmptyState icon={IconKey} title={words.noKeys} action={button}>
            {words.noKeysAbout}
          </EmptyState>
        }
      />
      {opened?.act === "create" && <CreateKeyDialog onMade={show} onClose={close} />}
      {opened?.act === "rotate" && <RotateKeyDialog apiKey={opened.apiKey} onMade={show} onClose={close} />}
      {opened?.act === "revoke" && <RevokeKeyDialog apiKey={opened.apiKey} onClose={close} />}
      {opened?.act === "show" && <ShownKeyDialog made={opened.made} onClose={close} />}
    </>
  );
}

/** When a key stops or stopped working; null where it has no end. */
function endText({ state, lastDay, expiresAt, revokedAt }: ApiKey, zone: string): string | null {
  if (revokedAt) return dayOfInstant(revokedAt, zone);
  if (!expiresAt || !lastDay) return null;
  return state === "active" ? dayText(lastDay) : momentText(expiresAt, zone);
}
