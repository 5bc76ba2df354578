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
import { ScreeningAccounts } from "./ScreeningAccounts.tsx";
import { words } from "./words.ts";

type Look = ResponseOf<typeof lookAtOrganization>;

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const path = [
  { label: words.administration, href: "/admin" },
  { label: words.organizations, href: "/admin/organizations" },
];

/** One organization, as far as those who run the platform may look at it. */
export function OrganizationPage() {
  const { organizationId } = useParams({ strict: false }) as { organizationId: string };
  const { data, error, refetch } = useQuery(organizationQuery(organizationId));
  useTitle(data?.name ?? words.organization);
  if (error && !data)
    return <LoadFailed title={words.organizationNotLoaded} error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState label={words.loadingOrganization} />;
  return (
    <>
      <PageHeader title={data.name} path={path}>
        {placeText(data) ?? words.noPlace}
      </PageHeader>
      <div className={classes.columns}>
        <Panel
          title={words.aboutTitle}
          actions={
            data.hasCard === false && (
              <Button
                small
                variant="secondary"
                label={words.addCard}
                href={`/admin/organizations/${organizationId}/payment`}
              />
            )
          }
        >
          <Facts facts={factsOf(data)} />
        </Panel>
        <Panel title={words.administrators}>
          {data.administrators.length === 0 && <p className={classes.note}>{words.noAdmins}</p>}
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
                      {words.invited}
                    </Badge>
                    <InviteAgain organizationId={organizationId} administrator={one} />
                  </>
                ) : (
                  <Badge tone="done" icon={IconCircleCheck}>
                    {words.active}
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <ScreeningAccounts organizationId={organizationId} />
      <Notice tone="waits">{words.organizationHint}</Notice>
    </>
  );
}

/** For an administrator who hasn't accepted yet: sends the invitation again, or copies its link. */
function InviteAgain({ organizationId, administrator }: InviteAgainProps) {
  const { profileId, firstName, lastName } = administrator;
  const notify = useNotify();
  const name = `${firstName} ${lastName}`;
  const inviting = useMutation({
    mutationFn: (by: "email" | "link") =>
      call(inviteAdministrator, { params: { id: organizationId, profileId }, body: { by } }),
    onSuccess: async ({ path }) => {
      if (path === null) return notify("done", words.invitationResent({ name }));
      const link = `${location.origin}${path}`;
      const copied = await copyText(link);
      notify("done", copied ? words.linkCopied : link);
    },
    onError: (error) => notify("stop", messageOf(error)),
  });
  return (
    <span className={classes.inviteAgain}>
      <Button
        small
        variant="secondary"
        label={words.sendAgain}
        aria-label={words.sendAgainTo({ name })}
        loading={inviting.isPending && inviting.variables === "email"}
        onClick={() => inviting.mutate("email")}
      />
      <Button
        small
        variant="secondary"
        label={words.copyLink}
        aria-label={words.copyLinkOf({ name })}
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
    new Intl.NumberFormat(undefined, { style: "currency", currency: data.plan?.currency ?? words.currency }).format(
      cents / 100,
    );
  const { plan } = data;
  return [
    {
      label: words.plan,
      value:
        plan &&
        words.planPrice({
          productName: plan.productName,
          monthly: money(plan.monthUnitAmount),
          yearly: money(plan.yearUnitAmount),
        }),
    },
    { label: words.billingEmailLabel, value: plan?.billingEmail ?? null },
    ...(data.hasCard === null
      ? []
      : [{ label: words.cardOnFile, value: data.hasCard ? words.cardIsThere : words.cardIsMissing }]),
    { label: words.website, value: data.website },
    { label: words.phone, value: data.phone },
    { label: words.timeZone, value: data.timeZone.replaceAll("_", " ") },
    { label: words.levels, value: data.levels.toLocaleString() },
    { label: words.memberships, value: data.members.toLocaleString() },
    { label: words.created, value: momentText(data.createdAt, zone) },
  ];
}
