import { Button, Logo } from "@touchline/ui";
import classes from "./FrontPage.module.css";

/** What is seen at `/` by someone who has not logged in. */
export function FrontPage() {
  return (
    <main className={classes.page}>
      <Logo size={40} />
      <h1 className={classes.title}>Get cleared before Saturday</h1>
      <p className={classes.text}>See what your organization asks of you, do it, and know that you are done.</p>
      <Button label="Log in" href="/login" />
    </main>
  );
}
