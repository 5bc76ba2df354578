/**
 * The areas of the product and their modules, from the ground up. An area may use those before it in this list, never those
 * after it.
 */
export const areas: Record<string, string[]> = {
  files: ["files"],
  compliance: ["standing"],
  people: ["hierarchy", "profiles", "search"],
  platform: ["error-log", "platform", "platform-library"],
  messages: ["mail-texts", "notices", "notifications"],
  tasks: ["tasks"],
  library: ["content", "labels"],
  incidents: ["incidents"],
  joining: ["families", "invitations"],
  requirements: ["details", "forms", "requirements", "trainings", "videos", "waivers"],
  verification: ["identity-checks", "identity-documents"],
  screening: [
    "clients",
    "consents",
    "external-review",
    "licenses",
    "live-scan",
    "orders",
    "registries",
    "registry-search",
    "training-provider",
  ],
  reviews: ["adverse-action", "reviews"],
  accounts: ["accounts", "factors", "organizations", "policies", "sessions", "signups"],
  billing: ["card-webhooks", "fees", "ledger", "payments", "plans", "reports"],
  reporting: ["audit", "dashboard", "duplicates", "members", "records", "reminders", "retention", "timeline"],
  setup: ["completion-imports", "founding", "imports", "levels"],
  integrations: ["api-keys", "eligibility", "webhooks", "partners", "single-sign-on"],
  administration: ["background-jobs", "closing", "oversight", "support", "switches"],
};

/** How calls, transactions, jobs, checks, and documents work: the layer below all areas. */
export const rooms = ["http", "database", "jobs", "security", "documents"];
