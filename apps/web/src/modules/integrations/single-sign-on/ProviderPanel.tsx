import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SsoConnection } from "@touchline/contract/integrations/single-sign-on";
import { Badge, Button, Facts, IconCircleCheck, IconCircleMinus, Notice, Panel, useNotify } from "@touchline/ui";
import { agoText, dayOfInstant } from "../../../dates.ts";
import { messageOf } from "../../../ErrorScreens.tsx";
import { DomainList } from "./DomainList.tsx";
import { putActive, ssoQuery } from "./queries.ts";
import classes from "./SingleSignOn.module.css";
import { joiningWords, protocolWords, words } from "./words.ts";

interface ProviderPanelProps {
  connection: SsoConnection;
  /** When this was read, in milliseconds. */
  readAt: number;
  timeZone: string;
  onEdit: () => void;
  onRemove: () => void;
}

/** An identity provider: whether people can log in with it, its domains, and the roles that it grants. */
export function ProviderPanel({ connection, readAt, timeZone, onEdit, onRemove }: ProviderPanelProps) {
  const { ssoConnectionId: id, name, protocol, active, domains, grants } = connection;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const turning = useMutation({
    mutationFn: (on: boolean) => putActive(id, on),
    onSuccess: (_, on) => notify("done", on ? words.turnedOn({ name }) : words.turnedOff({ name })),
    onSettled: () => queryClient.invalidateQueries(ssoQuery),
  });
  const isVerified = domains.some(({ verifiedAt }) => verifiedAt !== null);
  return (
    <Panel
      title={name}
      badge={
        <Badge tone={active ? "done" : "none"} icon={active ? IconCircleCheck : IconCircleMinus}>
          {active ? words.on : words.off}
        </Badge>
      }
      actions={
        <>
          <Button small variant="secondary" label={words.edit} onClick={onEdit} />
          <Button small danger variant="secondary" label={words.remove} onClick={onRemove} />
        </>
      }
    >
      <div className={classes.parts}>
        {turning.error && (
          <Notice tone="stop" title={words.notDone}>
            {messageOf(turning.error)}
          </Notice>
        )}
        <Facts
          facts={[
            { label: words.protocol, value: protocolWords[protocol].label },
            { label: words.issuers[protocol], value: connection.issuer },
            ...(connection.clientId === null ? [] : [{ label: words.clientId, value: connection.clientId }]),
            ...(connection.certificateEndsAt === null
              ? []
              : [{ label: words.certificateEnds, value: dayOfInstant(connection.certificateEndsAt, timeZone) }]),
            { label: words.whoJoins, value: joiningWords[connection.joining].label },
            {
              label: words.lastSignIn,
              value: connection.lastSignInAt ? agoText(connection.lastSignInAt, readAt, timeZone) : words.never,
            },
          ]}
        />
        <section className={classes.section}>
          <h3 className={classes.heading}>{words.atProvider}</h3>
          <dl className={classes.record}>
            <dt>{words.callbacks[protocol]}</dt>
            <dd className={classes.code}>{connection.callbackUrl}</dd>
            {connection.metadataUrl !== null && (
              <>
                <dt>{words.metadata}</dt>
                <dd className={classes.code}>{connection.metadataUrl}</dd>
              </>
            )}
          </dl>
        </section>
        <section className={classes.section}>
          <h3 className={classes.heading}>{words.roles}</h3>
          <p className={classes.quiet}>{grants.length === 0 ? words.noRoles : words.rolesAbout}</p>
          {grants.length > 0 && (
            <ul className={classes.roles}>
              {grants.map(({ group, levelId, labelId, levelName, labelName }) => (
                <li key={`${group ?? ""} ${levelId} ${labelId}`}>
                  <b>{group ?? words.everyone}</b>: {`${labelName}, ${levelName}`}
                </li>
              ))}
            </ul>
          )}
        </section>
        <DomainList connection={connection} />
        <div className={classes.acts}>
          {active ? (
            <Button
              variant="secondary"
              label={words.turnOff}
              loading={turning.isPending}
              onClick={() => turning.mutate(false)}
            />
          ) : (
            <Button
              label={words.turnOn}
              loading={turning.isPending}
              disabledReason={isVerified ? undefined : words.verifyFirst}
              onClick={() => turning.mutate(true)}
            />
          )}
        </div>
      </div>
    </Panel>
  );
}
