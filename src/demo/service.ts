import { DemoRefused, type SeedDemo, SeededDemo } from "@svc/contract/demo/rpc"
import { Caller } from "@svc/contract/kernel/access"
import { CalendarDate } from "@svc/contract/kernel/dates"
import type { OffboardingId, OrgId, UserId } from "@svc/contract/kernel/ids"
import { ApiScope, rolePermissions } from "@svc/contract/kernel/permissions"
import { EmailAddress } from "@svc/contract/kernel/text"
import { OffboardingPage } from "@svc/contract/offboardings/schema"
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema, Semaphore } from "effect"
import { Accounts } from "#organisation/accounts/service"
import { ApiKeys } from "#organisation/api-keys/service"
import { Checklists } from "#work/checklists/service"
import { Employees } from "#work/employees/service"
import { Integrations } from "#connections/integrations/service"
import { Offboardings } from "#offboarding/offboardings/service"
import { Organisations } from "#organisation/organisations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { systemCaller } from "#access/system-caller"
import { Revocations } from "#work/revocations/service"
import { Webhooks } from "#outgoing/webhooks/service"
import {
  colleagues,
  type DemoPerson,
  type DemoUser,
  organisationName,
  password,
  people,
  superAdmin,
  vendorName
} from "./people.ts"

const readPage = Schema.decodeEffect(Schema.fromJsonString(Schema.toCodecJson(OffboardingPage)))

/** The seeded person acts for the organisation, so that its log reads as if people had worked. */
const callerOf = (orgId: OrgId, userId: UserId): Caller["Service"] => ({
  ...systemCaller(orgId),
  source: "app",
  userId,
  role: superAdmin.role,
  permissions: rolePermissions[superAdmin.role]
})

const refuse = ({ error }: { readonly error: string }) => new DemoRefused({ error })

/** An organisation to look at, made through the same verbs as any other (decisions 3, `demo seed`). */
export class Demo extends Context.Service<
  Demo,
  {
    /**
     * Makes the organisation once; later calls connect the given vendor and receiver and answer what is there. A call
     * that was cut short is taken up by the next one.
     */
    seed(input: SeedDemo): Effect.Effect<SeededDemo, DemoRefused>
  }
>()("svc/demo/Demo") {
  static readonly layerNoDeps = Layer.effect(
    Demo,
    Effect.gen(function* () {
      const { production } = yield* AppConfig
      const db = yield* Db
      const organisations = yield* Organisations
      const accounts = yield* Accounts
      const checklists = yield* Checklists
      const employees = yield* Employees
      const apiKeys = yield* ApiKeys
      const integrations = yield* Integrations
      const offboardings = yield* Offboardings
      const revocations = yield* Revocations
      const webhooks = yield* Webhooks
      const oneAtATime = yield* Semaphore.make(1)

      const organisation = Effect.gen(function* () {
        const found = (yield* organisations.list).find(({ name }) => name === organisationName)
        return found ?? (yield* organisations.create({ name: organisationName, plan: "enterprise" }))
      })

      const addUser = (orgId: OrgId, { email, fullName, role }: DemoUser) =>
        accounts
          .createUser({ orgId, email: EmailAddress.make(email), fullName, role, password: Redacted.make(password) })
          .pipe(Effect.map(({ id }) => Option.some(id)))

      const superAdminId = Effect.fnUntraced(function* (orgId: OrgId) {
        const added = yield* addUser(orgId, superAdmin).pipe(
          Effect.catchTag("EmailTaken", () => Effect.succeedNone),
          Effect.orDie
        )
        if (Option.isSome(added)) return added.value
        // An earlier call made the account.
        const signIn = yield* accounts
          .login({
            email: superAdmin.email,
            password: Redacted.make(password),
            address: "127.0.0.1",
            userAgent: null,
            device: null
          })
          .pipe(Effect.option)
        if (Option.isNone(signIn) || signIn.value._tag !== "SignedIn" || signIn.value.user.orgId !== orgId) {
          return yield* new DemoRefused({
            error: `The account ${superAdmin.email} is there already, and is not as the demo made it. Start on an empty database`
          })
        }
        return signIn.value.user.id
      })

      const connectVendor = Effect.fnUntraced(function* ({ vendorToken, vendorUrl }: SeedDemo) {
        if (vendorUrl === undefined || vendorToken === undefined) return
        yield* integrations
          .connectRevocationTarget({
            service_name: vendorName,
            protocol: "scim",
            base_url: vendorUrl,
            token: vendorToken
          })
          .pipe(Effect.mapError(refuse))
      })

      const connectedVendor = Effect.map(db.transact(integrations.resolveRevocable([vendorName])), ({ known }) =>
        Option.fromUndefinedOr(known[0])
      )

      /** Those that follow a record have completed themselves by then. */
      const tickAll = Effect.fnUntraced(function* (id: OffboardingId) {
        const tasks = (yield* checklists.ofCases([id])).get(id) ?? []
        yield* Effect.forEach(tasks, (task) => checklists.update(task.id, { completed: true }), { discard: true })
      })

      /** Through every gate that lies before the stage, as the people of the organisation would. */
      const openCase = Effect.fnUntraced(function* (person: DemoPerson, apps: ReadonlyArray<string>) {
        if (person.leaves === null) return
        const { exitInDays, separation, stage } = person.leaves
        const exitDate = DateTime.formatIsoDateUtc(DateTime.add(yield* DateTime.now, { days: exitInDays }))
        const { id } = yield* offboardings.create(
          {
            employee_name: person.fullName,
            employee_email: EmailAddress.make(person.email),
            employee_role: person.role,
            employee_department: person.department,
            exit_date: CalendarDate.make(exitDate),
            separation_type: separation,
            apps_to_revoke: apps
          },
          { source: "app" }
        )
        if (stage === "asset_recovery" || stage === "completed") {
          yield* Effect.forEach(apps, (service) =>
            revocations.confirmRemoved({ offboardingId: id, service, reason: "Removed by hand on the last day" })
          )
          if (apps.length === 0) yield* offboardings.confirmNoApps(id)
        }
        if (stage === "completed") {
          yield* offboardings.confirmAssetReturn(id)
          yield* tickAll(id)
        }
        const reason = stage === "cancelled" ? { reason: "Decided to stay with the team" } : {}
        yield* offboardings.update(id, { status: stage, ...reason }, { source: "app" })
      })

      /** All or nothing: who is in the directory tells the next call that this is done. */
      const fill = Effect.gen(function* () {
        const first = people[0]
        if (first === undefined || Option.isSome(yield* employees.findByEmail(first.email)))
          return Option.none<string>()
        const vendor = yield* connectedVendor
        for (const { department, email, fullName, manager, role } of people) {
          yield* employees.add({ fullName, email, role, department, managerEmail: manager, timezone: null })
        }
        for (const person of people) {
          yield* openCase(person, person.leaves?.apps === "vendor" ? Option.toArray(vendor) : [])
        }
        yield* apiKeys.create({
          name: "Reporting (reads only)",
          scopes: ["offboardings:read", "employees:read"],
          expires_at: null
        })
        const { raw_key } = yield* apiKeys.create({ name: "HR system", scopes: ApiScope.literals, expires_at: null })
        return Option.some(raw_key)
      }).pipe(Effect.orDie, db.transact)

      const subscribe = Effect.fnUntraced(function* (url: string | undefined) {
        if (url === undefined || (yield* webhooks.list).some((webhook) => webhook.url === url)) return null
        const { id, secret } = yield* webhooks
          .create({ url, subscription: { _tag: "All" } })
          .pipe(Effect.mapError(refuse))
        return { id, url, secret: Redacted.value(secret) }
      })

      const cases = Effect.gen(function* () {
        const page = yield* Effect.orDie(Effect.flatMap(offboardings.pageText({ page: 1, limit: 100 }), readPage))
        return page.data.map(({ employee_name, id, status }) => ({ id, employee_name, status }))
      })

      const seedOnce = Effect.fn("Demo.seed")(function* (input: SeedDemo) {
        if (production) {
          return yield* new DemoRefused({
            error: "The passwords of the demo are known to everybody, so it is not seeded when NODE_ENV=production"
          })
        }
        if ((input.vendorUrl === undefined) !== (input.vendorToken === undefined)) {
          return yield* new DemoRefused({ error: "The vendor's address and its token belong together: give both" })
        }
        const { id: orgId, name } = yield* organisation
        const userId = yield* superAdminId(orgId)
        yield* Effect.forEach(colleagues, (user) =>
          addUser(orgId, user).pipe(
            Effect.catchTag("EmailTaken", () => Effect.succeedNone),
            Effect.orDie
          )
        )
        return yield* Effect.gen(function* () {
          yield* connectVendor(input)
          const key = yield* fill
          const webhook = yield* subscribe(input.receiverUrl)
          return new SeededDemo({
            created: Option.isSome(key),
            organisation: { id: orgId, name },
            users: [superAdmin, ...colleagues].map(({ email, role }) => ({ email, role })),
            password,
            api_key: Option.getOrNull(key),
            webhook,
            vendor: Option.getOrNull(yield* connectedVendor),
            people: people.map(({ email, fullName }) => ({ full_name: fullName, email })),
            cases: yield* cases
          })
        }).pipe(Effect.provideService(Caller, callerOf(orgId, userId)))
      })

      return Demo.of({ seed: (input) => oneAtATime.withPermit(seedOnce(input)) })
    })
  )
}
