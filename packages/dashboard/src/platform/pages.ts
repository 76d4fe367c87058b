/** Names of the `:name` parameters in a path. */
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type Values<Path extends string> = [NamesIn<Path>] extends [never] ? [] : [{ readonly [K in NamesIn<Path>]: string }]

const made: Array<{ readonly path: `/${string}` }> = []

const page = <const Path extends `/${string}`>(path: Path) => {
  made.push({ path })
  return Object.assign(
    (...[values]: Values<Path>): string =>
      path.replaceAll(/:(\w+)/g, (_, name: string) =>
        encodeURIComponent((values as Readonly<Record<string, string>> | undefined)?.[name] ?? "")
      ),
    { path }
  )
}

/**
 * All pages: `offboarding({ id })` is a link, `offboarding.path` the pattern. The router and the service, which serves the
 * same document for each, share this list.
 */
export const home = page("/")
export const signIn = page("/login")
export const forgotPassword = page("/forgot-password")
export const resetPassword = page("/reset-password")
export const register = page("/register")
export const verifyEmail = page("/verify-email")
export const acceptInvite = page("/accept-invite")
export const offboardings = page("/offboardings")
export const newOffboarding = page("/offboardings/new")
export const importOffboardings = page("/offboardings/import")
export const offboarding = page("/offboardings/:id")
export const offboardingTab = page("/offboardings/:id/:tab")
/** Link target of help desk tickets: the case, under its API name. */
export const employee = page("/employees/:id")
export const initiations = page("/initiations")
export const newInitiation = page("/initiations/new")
export const initiation = page("/initiations/:id")
export const people = page("/people")
export const person = page("/people/:id")
export const assets = page("/assets")
export const documents = page("/documents")
export const templates = page("/templates")
export const templatesOf = page("/templates/:kind")
export const template = page("/templates/:kind/:id")
export const notifications = page("/notifications")
export const ownAccount = page("/account")
export const ownAccountTab = page("/account/:tab")
export const settings = page("/settings")
export const exports = page("/settings/export")
export const settingsPart = page("/settings/:part")
export const members = page("/members")
export const roles = page("/roles")
export const role = page("/roles/:id")
export const integrations = page("/integrations")
export const timeToCut = page("/reports/time-to-cut")
export const evidenceReadiness = page("/reports/evidence")
export const residualAccess = page("/residual-access")
export const leftBehind = page("/left-behind")
export const auditLog = page("/audit-log")
export const auditEntry = page("/audit-log/entries/:id")
export const auditIntegrity = page("/audit-log/integrity")
export const auditArchives = page("/audit-log/archives")
export const reports = page("/reports")
export const slaCompliance = page("/reports/sla")
export const scheduledReports = page("/reports/scheduled")
export const hrReviews = page("/integrations/reviews")
export const scim = page("/integrations/scim")
export const signOn = page("/integrations/sign-on")
export const integration = page("/integrations/:id")
export const leaverTest = page("/reports/leaver-test")
export const leaverTestDetail = page("/reports/leaver-test/:id")
export const webhooks = page("/webhooks")
export const webhook = page("/webhooks/:id")
export const webhookTab = page("/webhooks/:id/:tab")
export const apiKeys = page("/api-keys")
export const siem = page("/siem")
export const developers = page("/developers")
export const eventCatalogue = page("/developers/events")

/** All pages, in match order. */
export const pages: ReadonlyArray<{ readonly path: `/${string}` }> = made

const first = new Set(pages.map(({ path }) => path.split("/")[1]).filter((word) => word !== ""))

/** Whether the router handles the link; the browser follows the others of this origin (`/docs`, files). */
export const isPage = new RegExp(`^/(?:$|[?#]|(?:${[...first].join("|")})(?:$|[/?#]))`)

const entries: ReadonlyArray<string> = [signIn, forgotPassword, resetPassword, register, verifyEmail, acceptInvite].map(
  ({ path }) => path
)

/** Whether the page is for visitors who are not signed in. */
export const isEntry = (path: string) => entries.includes(path)
