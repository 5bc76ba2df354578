import { useQuery } from "@tanstack/react-query";
import { policyTypes } from "@touchline/contract";
import { policyNames } from "@touchline/contract/accounts/policies";
import {
  Badge,
  Button,
  type Column,
  DataTable,
  EmptyState,
  IconCircleCheck,
  IconClock,
  IconFile,
  PageHeader,
} from "@touchline/ui";
import { momentText } from "../../../dates.ts";
import { LoadFailed } from "../../../ErrorScreens.tsx";
import { policyHref } from "../../../policy-addresses.ts";
import { useTitle } from "../../../useTitle.ts";
import { type PolicyVersion, policyVersionsQuery } from "./queries.ts";
import { words } from "./words.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Row = PolicyVersion & { inForce: boolean };

const columns: [Column<Row, never>, ...Column<Row, never>[]] = [
  {
    key: "policy",
    header: words.policy,
    cell: (row) => words.policyVersion({ policy: policyNames[row.type], version: row.version }),
  },
  {
    key: "state",
    header: words.state,
    cell: (row) =>
      row.inForce ? (
        <Badge tone="done" icon={IconCircleCheck}>
          {words.inForce}
        </Badge>
      ) : (
        <Badge tone="none" icon={IconClock}>
          {words.earlier}
        </Badge>
      ),
    card: "beside",
    width: "8rem",
  },
  { key: "summary", header: words.whatChanged, cell: (row) => row.summary, card: "line" },
  { key: "published", header: words.published, cell: (row) => momentText(row.publishedAt, zone), width: "14rem" },
  { key: "by", header: words.by, cell: (row) => row.publishedBy ?? (row.version === 1 ? words.touchline : null) },
];

/** The policies as they were published, and the way to publish the next. */
export function PoliciesPage() {
  useTitle(words.policies);
  const { data, error, isPending, refetch } = useQuery(policyVersionsQuery);
  if (error && !data)
    return <LoadFailed title={words.policiesNotLoaded} error={error} onRetry={() => void refetch()} />;
  const newest = new Map(policyTypes.map((type) => [type, data?.find((row) => row.type === type)?.version]));
  const rows = (data ?? []).map((row) => ({ ...row, inForce: newest.get(row.type) === row.version }));
  return (
    <>
      <PageHeader
        title={words.policies}
        path={[{ label: "Administration", href: "/admin" }]}
        actions={policyTypes.map((type) => (
          <Button
            key={type}
            variant="secondary"
            label={words.newPolicy({ policy: policyNames[type] })}
            href={`/admin/policies/new?type=${type}`}
          />
        ))}
      >
        {words.policiesIntro}
      </PageHeader>
      <DataTable
        caption={words.policiesCaption}
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.type} ${row.version}`}
        rowHref={(row) => policyHref(row.type, row.version)}
        loading={isPending}
        expectedRows={2}
        empty={
          <EmptyState icon={IconFile} title={words.noPolicies}>
            {words.noPoliciesHint}
          </EmptyState>
        }
      />
    </>
  );
}
