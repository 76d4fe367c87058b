import { type BamboohrState, bamboohr } from "@svc/lab/bamboohr"
import { entra, entraClient, type EntraState } from "@svc/lab/entra"
import { hibob, type HibobState } from "@svc/lab/hibob"
import type { HrPerson } from "@svc/lab/hr-people"
import { merge, type MergeState } from "@svc/lab/merge"
import { personio, type PersonioState } from "@svc/lab/personio"
import { type RunningVendor, startVendor } from "@svc/lab/vendor"
import { HrisReviewPage, SyncReport } from "@svc/contract/hris/schema"
import { Context, Effect, Layer, Option, Redacted, Schema } from "effect"
import { auditText } from "#audit/record/text"
import type { NewConnection } from "#connections/integrations/connect-service"
import { AppConfig } from "#platform/config/config"
import { appWithStorage, inFolder } from "#test/support/app-with-storage"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { aSuperAdmin, type Member, type OrganisationOptions } from "#test/support/people"
import { as } from "#test/support/requests"
import { systemSql } from "#test/support/tables"

/** Every HR system, and Entra ID, on loopback. */
class StandIns extends Context.Service<
  StandIns,
  {
    readonly bamboohr: RunningVendor<BamboohrState>
    readonly hibob: RunningVendor<HibobState>
    readonly personio: RunningVendor<PersonioState>
    readonly merge: RunningVendor<MergeState>
    readonly entra: RunningVendor<EntraState>
  }
>()("test/offboarding/hris/StandIns") {
  static readonly layer = Layer.effect(
    StandIns,
    Effect.acquireRelease(
      Effect.promise(async () => ({
        bamboohr: await startVendor(bamboohr),
        hibob: await startVendor(hibob),
        personio: await startVendor(personio),
        merge: await startVendor(merge),
        entra: await startVendor(entra)
      })),
      (running) => Effect.promise(() => Promise.all(Object.values(running).map((vendor) => vendor.close())))
    )
  )
}

const configOver = (base: typeof TestConfig) =>
  Layer.effect(
    AppConfig,
    Effect.gen(function* () {
      const config = yield* AppConfig
      const vendors = yield* StandIns
      return AppConfig.of({
        ...config,
        vendorUrls: {
          ...config.vendorUrls,
          bamboohr: Option.some(vendors.bamboohr.url),
          hibob: Option.some(vendors.hibob.url),
          personio: Option.some(vendors.personio.url),
          merge: Option.some(vendors.merge.url),
          azureLogin: Option.some(vendors.entra.url),
          graph: Option.some(vendors.entra.url)
        }
      })
    })
  ).pipe(Layer.provide([base, StandIns.layer]))

/** The service over a configuration, with the HR systems that it may call. */
export const hrisAppOver = (base: typeof TestConfig) => testAppWith(configOver(base)).pipe(Layer.merge(StandIns.layer))

export const HrisApp = hrisAppOver(TestConfig)

/** The same with its jobs and a folder for files. */
export const HrisAppWithFolder = appWithStorage(inFolder, configOver(TestConfig)).pipe(Layer.merge(StandIns.layer))

/** Back to the people that everybody has, and to good behaviour. */
export const fresh = Effect.gen(function* () {
  const vendors = yield* StandIns
  for (const [vendor, { seed }] of [
    [vendors.bamboohr, bamboohr],
    [vendors.hibob, hibob],
    [vendors.personio, personio],
    [vendors.merge, merge]
  ] as const) {
    vendor.behave()
    vendor.state.people.clear()
    for (const [id, person] of seed().people) vendor.state.people.set(id, person)
  }
  vendors.entra.behave()
  return vendors
})

export const credentials = {
  bamboohr: { provider: "bamboohr", subdomain: "acme", api_key: "bamboo-key", webhook_secret: "hook-secret" },
  hibob: { provider: "hibob", service_user_id: "SERVICE-1", token: "bob-token", webhook_secret: "hook-secret" },
  personio: { provider: "personio", client_id: "client-1", client_secret: "papi-secret" },
  merge: { provider: "merge", api_key: "merge-key", account_token: "linked-account", webhook_secret: "hook-secret" }
} as const

/** What a connect of Entra ID saves. */
export const entraConnection: NewConnection = {
  serviceName: "azure-ad",
  protocol: "azure-ad",
  settings: { tenant_id: entraClient.tenantId, client_id: entraClient.clientId },
  secrets: new Map([["client_secret", Redacted.make(entraClient.clientSecret)]]),
  canRevoke: true,
  details: auditText`Entra ID`
}

export const connect = (member: Member, body: unknown) => as(member).post("/api/integrations/hris/connect", body)

const decodeReport = Schema.decodeUnknownEffect(Schema.toCodecJson(SyncReport))
const decodeReviews = Schema.decodeUnknownEffect(Schema.toCodecJson(HrisReviewPage))

/** A sync that has to succeed. */
export const sync = Effect.fnUntraced(function* (member: Member, from: "hris" | "azure-ad" = "hris") {
  const answer = yield* as(member).post(`/api/integrations/${from}/sync`)
  return answer.status === 200
    ? yield* decodeReport(answer.body)
    : yield* Effect.die(`The sync was refused: ${answer.text}`)
})

export const reviews = (member: Member, status = "waiting") =>
  Effect.flatMap(as(member).get(`/api/integrations/hris/reviews?status=${status}`), ({ body }) => decodeReviews(body))

/** A Super Admin whose organisation has the HR system connected. */
export const anHrAdmin = Effect.fnUntraced(function* (
  provider: keyof typeof credentials = "bamboohr",
  options: OrganisationOptions = {}
) {
  const vendors = yield* fresh
  const admin = yield* aSuperAdmin(options)
  const answer = yield* connect(admin, credentials[provider])
  if (answer.status !== 201) return yield* Effect.die(`The connection was refused: ${answer.text}`)
  return { admin, vendors }
})

/** Changes somebody at the vendor. */
export const at = (vendor: { readonly state: { readonly people: Map<string, HrPerson> } }, id: string) => {
  const person = vendor.state.people.get(id)
  if (person === undefined) throw new Error(`Nobody has the id ${id}`)
  return person
}

interface CaseRow {
  readonly id: string
  readonly employee_email: string
  readonly exit_date: string
  readonly employment_ends_on: string | null
  readonly source: string
  readonly status: string
  readonly separation_type: string
  readonly initiated_by: string | null
  readonly apps: ReadonlyArray<string>
}

export const cases = ({ orgId }: Member) =>
  systemSql<CaseRow>`
      SELECT o.id, o.employee_email, o.exit_date::text AS exit_date, o.employment_ends_on::text AS employment_ends_on, o.source, o.status, o.separation_type, o.initiated_by,
        ARRAY(SELECT a.service_name FROM revocation_apps a WHERE a.org_id = o.org_id AND a.offboarding_id = o.id ORDER BY 1) AS apps
      FROM offboardings o WHERE o.org_id = ${orgId} ORDER BY o.created_at, o.employee_email`

interface DirectoryRow {
  readonly id: string
  readonly full_name: string
  readonly email: string
  readonly role: string
  readonly department: string
  readonly manager_email: string | null
  readonly employee_id: string | null
  readonly status: string
}

export const directory = ({ orgId }: Member) =>
  systemSql<DirectoryRow>`
      SELECT id, full_name, email, role, department, manager_email, employee_id, status
      FROM org_employees WHERE org_id = ${orgId} ORDER BY email`
