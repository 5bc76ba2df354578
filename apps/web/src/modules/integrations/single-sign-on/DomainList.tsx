import { useMutation, useQueryClient } from "@tanstack/react-query";
import { addSsoDomain, type SsoConnection, type SsoDomain } from "@touchline/contract/integrations/single-sign-on";
import { Badge, Button, IconCircleCheck, IconClock, Notice, TextInput, useNotify } from "@touchline/ui";
import { type FormEvent, useState } from "react";
import { messageOf } from "../../../ErrorScreens.tsx";
import { problemsOf } from "../../../form-errors.ts";
import { deleteDomain, postDomain, postVerify, ssoQuery } from "./queries.ts";
import classes from "./SingleSignOn.module.css";
import { problemWords, words } from "./words.ts";

/** The domains of an identity provider, with the record that proves each. */
export function DomainList({ connection: { ssoConnectionId: id, domains } }: { connection: SsoConnection }) {
  const [domain, setDomain] = useState("");
  const [problem, setProblem] = useState<string>();
  const queryClient = useQueryClient();
  const adding = useMutation({
    mutationFn: (given: string) => postDomain(id, given),
    onSuccess: async () => {
      setDomain("");
      await queryClient.invalidateQueries(ssoQuery);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf(addSsoDomain.body, { domain })?.domain;
    setProblem(found);
    if (!found && !adding.isPending) adding.mutate(domain);
  };
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>{words.domains}</h3>
      <p className={classes.quiet}>{domains.length === 0 ? words.noDomains : words.domainsAbout}</p>
      {domains.length > 0 && (
        <ul className={classes.domains}>
          {domains.map((one) => (
            <DomainItem key={one.domain} connectionId={id} domain={one} />
          ))}
        </ul>
      )}
      <form className={classes.adding} onSubmit={submit} noValidate>
        <TextInput
          label={words.domain}
          placeholder={words.domainExample}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={253}
          value={domain}
          onChange={(event) => setDomain(event.target.value)}
          error={problem ?? (adding.error ? messageOf(adding.error) : undefined)}
        />
        <Button type="submit" variant="secondary" label={words.addDomain} loading={adding.isPending} />
      </form>
    </section>
  );
}

function DomainItem({ connectionId, domain }: { connectionId: string; domain: SsoDomain }) {
  const { domain: name, verifiedAt, problem } = domain;
  const queryClient = useQueryClient();
  const notify = useNotify();
  const again = () => queryClient.invalidateQueries(ssoQuery);
  const verifying = useMutation({
    mutationFn: () => postVerify(connectionId, name),
    onSuccess: (checked) => {
      if (checked.problem === null) notify("done", words.domainVerified({ domain: name }));
    },
    onSettled: again,
  });
  const removing = useMutation({ mutationFn: () => deleteDomain(connectionId, name), onSettled: again });
  const error = verifying.error ?? removing.error;
  return (
    <li className={classes.domain}>
      <div className={classes.domainHead}>
        <span className={classes.domainName}>{name}</span>
        <Badge tone={verifiedAt ? "done" : "waits"} icon={verifiedAt ? IconCircleCheck : IconClock}>
          {verifiedAt ? words.verified : words.notVerified}
        </Badge>
        {(!verifiedAt || problem) && (
          <Button
            small
            label={words.verify}
            aria-label={words.verifyDomain({ domain: name })}
            loading={verifying.isPending}
            onClick={() => verifying.mutate()}
          />
        )}
        <Button
          small
          variant="secondary"
          label={words.remove}
          aria-label={words.removeDomain({ domain: name })}
          loading={removing.isPending}
          onClick={() => removing.mutate()}
        />
      </div>
      {error && (
        <Notice tone="stop" title={words.notDone}>
          {messageOf(error)}
        </Notice>
      )}
      {problem && <Notice tone="needs">{problemWords[problem]}</Notice>}
      {(!verifiedAt || problem) && (
        <>
          <p className={classes.quiet}>{words.addRecord}</p>
          <dl className={classes.record}>
            <dt>{words.recordName}</dt>
            <dd className={classes.code}>{domain.recordName}</dd>
            <dt>{words.recordValue}</dt>
            <dd className={classes.code}>{domain.recordValue}</dd>
          </dl>
        </>
      )}
    </li>
  );
}
