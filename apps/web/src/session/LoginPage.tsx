import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { BareFrame } from "../front/BareFrame.tsx";
import { GoTo } from "../GoTo.tsx";
import { useTitle } from "../useTitle.ts";
import { DemoLogins } from "./DemoLogins.tsx";
import { enterAsProfile } from "./enter.ts";
import { LoginForm } from "./LoginForm.tsx";
import { nextPath } from "./nextPath.ts";
import { PartnerSignIns } from "./PartnerSignIns.tsx";
import { isLoggedIn } from "./security.ts";
import { signIn } from "./signIn.ts";
import { useSecurity } from "./useSecurity.ts";

export interface Credentials {
  email: string;
  password: string;
}
/** What the form asks for besides: whether to stay logged in for long. */
export interface Login extends Credentials {
  remember: boolean;
}

/** E-mail address and password. Whoever was on the way somewhere gets there afterwards. */
export function LoginPage() {
  useTitle("Log in");
  const { next } = useSearch({ strict: false }) as { next?: unknown };
  const security = useSecurity();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const login = useMutation({
    mutationFn: async ({ email, password, remember }: Login) => {
      await signIn(email, password, remember);
      const entered = await enterAsProfile(queryClient);
      const search = typeof next === "string" ? { next } : {};
      if (entered) await navigate({ href: nextPath(next), replace: true });
      else await navigate({ to: "/select-profile", search, replace: true });
    },
  });
  if (isLoggedIn(security) && login.isIdle) return <GoTo href={nextPath(next)} />;
  const lead =
    typeof next === "string"
      ? "Then you are back where you were."
      : "See what your organization asks of you, do it, and know that you are done.";
  return (
    <BareFrame title="Log in" lead={lead}>
      <LoginForm onSubmit={login.mutate} busy={login.isPending || login.isSuccess} error={login.error} />
      <PartnerSignIns next={next} disabled={login.isPending || login.isSuccess} />
      <DemoLogins
        onChoose={(credentials) => login.mutate({ ...credentials, remember: false })}
        disabled={login.isPending || login.isSuccess}
      />
    </BareFrame>
  );
}
