import { AppClient } from "@svc/client/app"
import { OperatorClient } from "@svc/client/operator"
import { signIn } from "@svc/client/sign-in"
import type { Case } from "@svc/contract/cases/schema"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { OffboardingId, OrgId, WebhookId } from "@svc/contract/kernel/ids"
import { ApiScope, Role } from "@svc/contract/kernel/permissions"
import { EmailAddress } from "@svc/contract/kernel/text"
import { OffboardingStatus } from "@svc/contract/offboardings/schema"
import { DateTime, Effect, Option, Redacted, Schema } from "effect"
import {
  askedFor,
  colleagues,
  type DemoPerson,
  manager,
  organisationName,
  password,
  people,
  superAdmin,
  vendorName
} from "./people.ts"

/** The demo cannot be seeded here; `error` says why and what to do. */
export class DemoRefused extends Schema.TaggedError<DemoRefused>()("DemoRefused", { error: Schema.String }) {
  override get message() {
    return this.error
  }
}

export interface SeedDemo {
  /** The address of the service without `/api`. */
  readonly baseUrl: string
  /** Where the organization's webhook sends every event; without it there is no webhook. */
  readonly receiverUrl?: string
  /** A SCIM 2.0 service, the address above `/Users`, and its token; without them no app is connected. */
  readonly vendor?: { readonly url: string; readonly token: string }
}

export class SeededDemo extends Schema.Class<SeededDemo>("SeededDemo")({
  /** False if an earlier run created the organization. */
  created: Schema.Boolean,
  organisation: Schema.Struct({ id: OrgId, name: Schema.String }),
  /** They all sign in with `password`. */
  users: Schema.Array(Schema.Struct({ email: Schema.String, role: Role })),
  password: Schema.String,
  /** Every scope; answered by the run that made it and never again. */
  api_key: Schema.NullOr(Schema.String),
  /** Null if this run created none; its secret is returned only then. */
  webhook: Schema.NullOr(Schema.Struct({ id: WebhookId, url: Schema.String, secret: Schema.String })),
  /** The connected app that can revoke. */
  vendor: Schema.NullOr(Schema.String),
  people: Schema.Array(Schema.Struct({ full_name: Schema.String, email: Schema.String })),
  /** All of the organization's cases, newest first, at most 100. */
  cases: Schema.Array(Schema.Struct({ id: OffboardingId, employee_name: Schema.String, status: OffboardingStatus }))
}) {}

const refuse = ({ message }: { readonly message: string }) => new DemoRefused({ error: message })

/** The organization and its members, created like by an operator. */
const organisation = Effect.gen(function* () {
  const operator = yield* OperatorClient
  if ((yield* operator["instance.show"]()).production) {
    return yield* new DemoRefused({
      error: "The demo's passwords are public, so it is not seeded with NODE_ENV=production"
    })
  }
  const found = (yield* operator["organisations.list"]()).find(({ name }) => name === organisationName)
  const { id, name } =
    found ?? (yield* operator["organisations.create"]({ name: organisationName, plan: "enterprise" }))
  for (const { email, fullName, role } of [superAdmin, ...colleagues]) {
    yield* operator["users.create"]({
      orgId: id,
      email: EmailAddress.make(email),
      fullName,
      role,
      password: Redacted.make(password)
      // An earlier run made the account; whether it is the demo's is seen when it signs in.
    }).pipe(Effect.catchTag("EmailTaken", () => Effect.void))
  }
  return { id, name }
})

const session = Effect.fnUntraced(function* (baseUrl: string, orgId: OrgId, email: string) {
  const { token } = yield* signIn({
    baseUrl,
    email: EmailAddress.make(email),
    password: Redacted.make(password)
  }).pipe(
    Effect.filterOrFail(
      (signedIn) => signedIn.orgId === orgId,
      () => ({ _tag: "Elsewhere" as const })
    ),
    Effect.catchTag(["Elsewhere", "LoginFailed", "SsoRequired", "TwoFactorWanted", "EmailUnverified"], () =>
      Effect.fail(
        new DemoRefused({
          error: `The account ${email} is there already, and is not as the demo made it. Start on an empty database`
        })
      )
    )
  )
  return token
})

/** Through every gate before the stage, like the organization's members would. */
const move = Effect.fnUntraced(function* (offboarding: typeof Case.Type, person: DemoPerson) {
  const app = yield* AppClient
  const stage = person.leaves?.stage ?? "pending"
  if (offboarding.status === stage) return
  const params = { id: offboarding.id }
  if (stage === "asset_recovery" || stage === "completed") {
    for (const { outcome, removal_confirmed_at, service_name } of offboarding.apps) {
      if (outcome === "revoked" || removal_confirmed_at !== null) continue
      const reason = "Removed manually on the last day"
      yield* app.revocations.confirmRemoved({ params: { ...params, service: service_name }, payload: { reason } })
    }
    if (offboarding.apps.length === 0) yield* app.confirmations.noApps({ params })
  }
  if (stage === "completed") {
    yield* app.confirmations.assetReturn({ params })
    // Those that follow a record have completed themselves by then.
    const { checklist_items } = yield* app.cases.get({ params })
    yield* Effect.forEach(
      checklist_items.filter(({ completed }) => !completed),
      ({ id }) => app.checklists.update({ params: { itemId: id }, payload: { completed: true } })
    )
  }
  const reason = stage === "cancelled" ? { reason: "Decided to stay with the team" } : {}
  yield* app.lifecycle.changeStatus({ params, payload: { status: stage, ...reason } })
})

const openCase = Effect.fnUntraced(function* (
  person: DemoPerson,
  vendor: Option.Option<string>,
  known: ReadonlyArray<typeof Case.Type>
) {
  if (person.leaves === null) return
  const { apps, exitInDays, separation } = person.leaves
  const app = yield* AppClient
  const found = known.find(({ employee_email }) => employee_email === person.email)
  const offboarding =
    found ??
    (yield* app.cases.create({
      payload: {
        employee_name: person.fullName,
        employee_email: EmailAddress.make(person.email),
        employee_role: person.role,
        employee_department: person.department,
        exit_date: CalendarDate.make(
          DateTime.formatIsoDateUtc(DateTime.add(yield* DateTime.now, { days: exitInDays }))
        ),
        separation_type: separation,
        apps_to_revoke: apps === "vendor" ? Option.toArray(vendor) : []
      }
    }))
  yield* move(offboarding, person)
})

/** The manager asks for the offboarding of one of their people, and waits for HR. */
const ask = Effect.fnUntraced(function* (
  { baseUrl }: SeedDemo,
  orgId: OrgId,
  vendor: Option.Option<string>,
  known: ReadonlyArray<typeof Case.Type>
) {
  const who = people.find(({ fullName }) => fullName === askedFor.person)
  const app = yield* AppClient
  const asked = (yield* app.initiations.list({ query: { limit: 200, offset: 0 } })).rows
  if (who === undefined || [...asked, ...known].some(({ employee_email }) => employee_email === who.email)) return
  const exit = DateTime.add(yield* DateTime.now, { days: askedFor.exitInDays })
  const token = yield* session(baseUrl, orgId, manager.email)
  yield* Effect.gen(function* () {
    const theirs = yield* AppClient
    yield* theirs.initiations.submit({
      payload: {
        employee_name: who.fullName,
        employee_email: EmailAddress.make(who.email),
        employee_role: who.role,
        employee_department: who.department,
        exit_date: CalendarDate.make(DateTime.formatIsoDateUtc(exit)),
        separation_type: askedFor.separation,
        ...Option.match(vendor, {
          onNone: () => ({ no_apps: true }),
          onSome: (name) => ({ apps_to_revoke: [name] })
        })
      }
    })
  }).pipe(Effect.provide(AppClient.layer({ baseUrl, token })))
})

/** Whatever is missing is made, so that a run that was cut short is taken up by the next one. */
const fill = Effect.fnUntraced(function* (
  input: SeedDemo,
  { id, name }: { readonly id: OrgId; readonly name: string }
) {
  const app = yield* AppClient
  yield* app.session.stepUp({ payload: { password: Redacted.make(password) } })
  if (input.vendor !== undefined) {
    const { token, url } = input.vendor
    yield* app.integrations.connectRevocationTarget({
      payload: { service_name: vendorName, protocol: "scim", base_url: url, token }
    })
  }
  const vendor = (yield* app.integrations.list()).find(
    ({ connection_status, service_name }) => connection_status && service_name === vendorName
  )?.service_name
  const directory = (yield* app.directory.list({ query: { limit: 200, offset: 0 } })).rows
  for (const { department, email, fullName, manager, role } of people) {
    if (directory.some((one) => one.email === email)) continue
    yield* app.directory.create({
      payload: {
        full_name: fullName,
        email: EmailAddress.make(email),
        role,
        department,
        manager_email: manager === null ? null : EmailAddress.make(manager)
      }
    })
  }
  yield* app["left-behind"].setSettings({ payload: { on: true } })
  const known = (yield* app.cases.list({ query: { limit: 100, offset: 0 } })).rows
  yield* Effect.forEach(people, (person) => openCase(person, Option.fromUndefinedOr(vendor), known), { discard: true })
  yield* ask(input, id, Option.fromUndefinedOr(vendor), known)
  const endpoints = yield* app["webhook-endpoints"].list()
  const webhook =
    input.receiverUrl === undefined || endpoints.some(({ url }) => url === input.receiverUrl)
      ? null
      : yield* app["webhook-endpoints"].create({ payload: { url: input.receiverUrl, allEvents: true } })
  const keys = yield* app["api-keys"].list()
  const keyed = (wanted: string, scopes: ReadonlyArray<ApiScope>) =>
    keys.some((key) => key.name === wanted && key.revoked_at === null)
      ? Effect.succeedNone
      : Effect.asSome(app["api-keys"].create({ payload: { name: wanted, scopes, expires_at: null } }))
  yield* keyed("Reporting (reads only)", ["offboardings:read", "employees:read"])
  // Created last: its existence proves that everything before it exists.
  const key = yield* keyed("HR system", ApiScope.literals)
  const cases = (yield* app.cases.list({ query: { limit: 100, offset: 0 } })).rows
  return new SeededDemo({
    created: Option.isSome(key),
    organisation: { id, name },
    users: [superAdmin, ...colleagues].map(({ email, role }) => ({ email, role })),
    password,
    api_key: Option.match(key, { onNone: () => null, onSome: ({ raw_key }) => raw_key }),
    webhook: webhook === null ? null : { id: webhook.id, url: webhook.url, secret: Redacted.value(webhook.secret) },
    vendor: vendor ?? null,
    people: people.map(({ email, fullName }) => ({ full_name: fullName, email })),
    cases: cases.map(({ employee_name, id: caseId, status }) => ({ id: caseId, employee_name, status }))
  })
})

/**
 * A demo organization, created by the same calls as any other: once; later runs connect the given vendor and receiver,
 * and return what exists. Needs the operator's client and an HTTP client.
 */
export const seedDemo = Effect.fn("seedDemo")(function* (input: SeedDemo) {
  const made = yield* organisation
  return yield* session(input.baseUrl, made.id, superAdmin.email).pipe(
    Effect.flatMap((token) => Effect.provide(fill(input, made), AppClient.layer({ baseUrl: input.baseUrl, token }))),
    Effect.mapError((failure) => (failure instanceof DemoRefused ? failure : refuse(failure)))
  )
})
