import { useMutation, useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ResponseOf } from "@touchline/contract";
import { inviteAdministrator, type lookAtOrganization } from "@touchline/contract/setup/organization-creation";
import {
  Badge,
  Button,
  Facts,
  IconCircleCheck,
  IconHourglass,
  LoadingState,
  Notice,
  PageHeader,
  Panel,
  useNotify,
} from "@touchline/ui";
import { call } from "../../../client.ts";
import { momentText } from "../../../dates.ts";
import { LoadFailed, messageOf } from "../../../ErrorScreens.tsx";
import { copyText } from "../../../files/copy-text.ts";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Admin.module.css";
import { placeText } from "./OrganizationsPage.tsx";
import { organizationQuery } from "./queries.ts";

type Look = ResponseOf<typeof lookAtOrganization>;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const path = [
  { label: "Administration", href: "/admin" },
  { label: "Organizations", href: "/admin/organizations" },
];

/** One organization, as far as those who run the platform may look at it. */
export function OrganizationPage() {
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  const { data, error, refetch } = useQuery(organizationQuery(organizationId));
  useTitle(data?.name ?? "Organization");
  if (error && !data) return <LoadFailed what="The organization" error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label="Loading the organization" />;
  return (
    <>
      <PageHeader title={data.name} path={path}>
        {placeText(data) ?? "No place is said."}
      </PageHeader>
      <div className={classes.columns}>
        <Panel title="About it">
          <Facts facts={factsOf(data)} />
        </Panel>
        <Panel title="Administrators">
          {data.administrators.length === 0 && (
            <p className={classes.note}>Nobody is an Admin here. A Director can look after the levels alone.</p>
          )}
          <ul className={classes.list}>
            {data.administrators.map((one) => (
              <li key={`${one.email} ${one.lastName}`} className={classes.administrator}>
                <span>
                  {one.firstName} {one.lastName}
                  <span className={classes.note}> {one.email}</span>
                </span>
                {one.activatedAt === null ? (
                  <>
                    <Badge tone="waits" icon={IconHourglass}>
                      Invited
                    </Badge>
                    <InviteAgain organizationId={organizationId} administrator={one} />
                  </>
                ) : (
                  <Badge tone="done" icon={IconCircleCheck}>
                    Active
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <Notice tone="waits">
        Members, their requirements and their files are the organization's alone. That you looked here is in its audit
        log.
      </Notice>
    </>
  );
}

/** For an administrator who has not accepted yet: the invitation again, or its link to pass on by other means. */
function InviteAgain({ organizationId, administrator }: InviteAgainProps) {
  const { profileId, firstName, lastName, email } = administrator;
  const notify = useNotify();
  const inviting = useMutation({
    mutationFn: (by: "email" | "link") =>
      call(inviteAdministrator, { params: { id: organizationId, profileId }, body: { by } }),
    onSuccess: async ({ path }) => {
      if (path === null) return notify("done", `The invitation was sent to ${email} again.`);
      const link = `${location.origin}${path}`;
      const copied = await copyText(link);
      notify("done", copied ? "The link is copied. It works once, for this person." : link);
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  const name = `${firstName} ${lastName}`;
  return (
    <span className={classes.inviteAgain}>
      <Button
        small
        variant="secondary"
        label="Send again"
        aria-label={`Send again: the invitation of ${name}`}
        loading={inviting.isPending && inviting.variables === "email"}
        onClick={() => inviting.mutate("email")}
      />
      <Button
        small
        variant="secondary"
        label="Copy link"
        aria-label={`Copy link of the invitation of ${name}`}
        loading={inviting.isPending && inviting.variables === "link"}
        onClick={() => inviting.mutate("link")}
      />
    </span>
  );
}

interface InviteAgainProps {
  organizationId: string;
  administrator: Look["administrators"][number];
}

function factsOf(data: Look) {
  const money = (cents: number) =>
    new Intl.NumberFormat(undefined, { style: "currency", currency: data.plan?.currency ?? "USD" }).format(cents / 100);
  const { plan } = data;
  return [
    {
      label: "Plan",
      value:
        plan && `${plan.productName}, ${money(plan.monthUnitAmount)} a month or ${money(plan.yearUnitAmount)} a year`,
    },
    { label: "Bills go to", value: plan?.billingEmail ?? null },
    { label: "Website", value: data.website },
    { label: "Phone", value: data.phone },
    { label: "Time zone", value: data.timeZone.replaceAll("_", " ") },
    { label: "Levels", value: String(data.levels) },
    { label: "Memberships", value: String(data.members) },
    { label: "Created", value: momentText(data.createdAt, zone) },
  ];
}
