import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { Notice, PageHeader, TextLink } from "@touchline/ui";
import type { ReactNode } from "react";
import { words as billingWords } from "../../../billing/words.ts";
import { useActiveProfile } from "../../../session/useActiveProfile.ts";
import { NoAccess } from "../../../shell/NoAccess.tsx";
import { useTitle } from "../../../useTitle.ts";
import classes from "./Billing.module.css";
import { planQuery } from "./queries.ts";
import { words } from "./words.ts";

const pages = [
  { href: "/account/billing", label: words.plan },
  { href: "/account/billing/payment", label: words.paymentMethod },
  { href: "/account/billing/invoices", label: words.invoices },
  { href: "/account/billing/members", label: words.memberPayments },
  { href: "/account/billing/report", label: words.report },
];

interface BillingFrameProps {
  title: string;
  /** One sentence under the title. */
  about?: string;
  /** The link back to the parent page. */
  path?: readonly { label: string; href: string }[];
  wide?: boolean;
  children: ReactNode;
}

/** The common frame of an organization's billing pages. Readers without access to billing are sent to their home page. */
export function BillingFrame({ title, about, path = [], wide = false, children }: BillingFrameProps) {
  useTitle(title);
  const { roles, organizationId } = useActiveProfile();
  const { pathname } = useLocation();
  // The permission table says the same (billing), and is too large for the first load.
  const may = ["Admin", "AnkoredAdmin", "Account Manager"].some((role) => roles.some((own) => own === role));
  const { data: plan } = useQuery({ ...planQuery(organizationId), enabled: may });
  if (!may) return <NoAccess />;
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <PageHeader title={title} path={path}>
        {about}
      </PageHeader>
      <nav className={classes.pages} aria-label={words.billingPages}>
        {pages.map(({ href, label }) => (
          <TextLink key={href} href={href} aria-current={pathname === href ? "page" : undefined}>
            {label}
          </TextLink>
        ))}
      </nav>
      {plan?.simulated && <Notice tone="none">{billingWords.simulated}</Notice>}
      {plan && !plan.available && (
        <Notice tone="needs" title={words.notSetUpTitle}>
          {words.notSetUp}
        </Notice>
      )}
      {children}
    </div>
  );
}
