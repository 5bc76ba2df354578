import { useQuery } from "@tanstack/react-query";
import { policyNames, policyTypes } from "@touchline/contract/accounts/policies";
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
import { useTitle } from "../../../useTitle.ts";
import { policyHref } from "../../accounts/policies/addresses.ts";
import { type PolicyVersion, policyVersionsQuery } from "./queries.ts";

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Row = PolicyVersion & { inForce: boolean };

const columns: [Column<Row, never>, ...Column<Row, never>[]] = [
  { key: "policy", header: "Policy", cell: (row) => `${policyNames[row.type]}, version ${row.version}` },
  {
    key: "state",
    header: "State",
    cell: (row) =>
      row.inForce ? (
        <Badge tone="done" icon={IconCircleCheck}>
          In force
        </Badge>
      ) : (
        <Badge tone="none" icon={IconClock}>
          Earlier
        </Badge>
      ),
    card: "beside",
    width: "8rem",
  },
  { key: "summary", header: "What changed", cell: (row) => row.summary, card: "line" },
  { key: "published", header: "Published", cell: (row) => momentText(row.publishedAt, zone), width: "14rem" },
  { key: "by", header: "By", cell: (row) => row.publishedBy ?? (row.version === 1 ? "Touchline" : null) },
];

/** The policies as they were published, and the way to publish the next. */
export function PoliciesPage() {
  useTitle("Policies");
  const { data, error, isPending, refetch } = useQuery(policyVersionsQuery);
  if (error && !data) return <LoadFailed what="The policies" error={error} onRetry={() => void refetch()} />;
  const newest = new Map(policyTypes.map((type) => [type, data?.find((row) => row.type === type)?.version]));
  const rows = (data ?? []).map((row) => ({ ...row, inForce: newest.get(row.type) === row.version }));
  return (
    <>
      <PageHeader
        title="Policies"
        path={[{ label: "Administration", href: "/admin" }]}
        actions={policyTypes.map((type) => (
          <Button
            key={type}
            variant="secondary"
            label={`New ${policyNames[type]}`}
            href={`/admin/policies/new?type=${type}`}
          />
        ))}
      >
        A new version is in force at once, and everybody is asked to accept it. Nothing that was published is changed.
      </PageHeader>
      <DataTable
        caption="Versions of the policies"
        columns={columns}
        rows={rows}
        rowKey={(row) => `${row.type} ${row.version}`}
        rowHref={(row) => policyHref(row.type, row.version)}
        loading={isPending}
        expectedRows={2}
        empty={
          <EmptyState icon={IconFile} title="Nothing is published yet">
            Publish the first version.
          </EmptyState>
        }
      />
    </>
  );
}
