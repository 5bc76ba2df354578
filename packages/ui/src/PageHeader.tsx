import type { ReactNode } from "react";
import { IconChevronRight } from "./icons.ts";
import classes from "./PageHeader.module.css";
import { TextLink } from "./TextLink.tsx";
import { words } from "./words.ts";

export interface PageHeaderProps {
  title: string;
  /** The path to this page, outermost first. */
  path?: readonly { label: string; href: string }[];
  /** One sentence under the title. */
  children?: ReactNode;
  actions?: ReactNode;
  badge?: ReactNode;
  /** Shown before the title: the person that the page is about. */
  picture?: ReactNode;
}

/** A page's title, its path, and its actions. */
export function PageHeader({ title, path = [], children, actions, badge, picture }: PageHeaderProps) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        {path.length > 0 && (
          <nav aria-label={words.breadcrumb}>
            <ol className={classes.path}>
              {path.map((step, index) => (
                <li key={step.href}>
                  {index > 0 && <IconChevronRight aria-hidden="true" size={14} />}
                  <TextLink href={step.href}>{step.label}</TextLink>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={classes.titleLine}>
          {picture}
          <h1 className={classes.title} tabIndex={-1}>
            {title}
          </h1>
          {badge}
        </div>
        {children && <p className={classes.lead}>{children}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </header>
  );
}
