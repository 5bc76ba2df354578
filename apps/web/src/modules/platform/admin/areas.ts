import { words } from "./words.ts";

/** A page of the administration area. */
interface AdminArea {
  href: string;
  label: string;
  hint: string;
}

/** The pages of the administration area, by what they are about. */
export const areaGroups: readonly { title: string; areas: readonly AdminArea[] }[] = [
  {
    title: words.organizations,
    areas: [
      { href: "/admin/organizations", label: words.organizations, hint: words.organizationsHint },
      { href: "/admin/usage", label: words.usage, hint: words.usageHint },
      { href: "/admin/tax-certificates", label: words.taxCertificates, hint: words.taxCertificatesHint },
    ],
  },
  {
    title: words.content,
    areas: [
      { href: "/admin/library", label: words.library, hint: words.libraryHint },
      { href: "/admin/policies", label: words.policies, hint: words.policiesHint },
      { href: "/admin/registries", label: words.registries, hint: words.registriesCardHint },
    ],
  },
  {
    title: words.operation,
    areas: [
      { href: "/admin/background-jobs", label: words.backgroundJobs, hint: words.backgroundJobsHint },
      { href: "/admin/email", label: words.email, hint: words.emailCardHint },
      { href: "/admin/errors", label: words.errors, hint: words.errorsCardHint },
      { href: "/admin/integrity", label: words.dataIntegrity, hint: words.integrityHint },
      { href: "/admin/feature-switches", label: words.featureSwitches, hint: words.featureSwitchesHint },
    ],
  },
];
