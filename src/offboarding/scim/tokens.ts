import { Caller } from "@svc/contract/kernel/access"
import type { IntegrationId, OrgId } from "@svc/contract/kernel/ids"
import type { OffsetParams } from "@svc/contract/kernel/paging"
import type { Plan, PlanStatus } from "@svc/contract/kernel/plans"
import type { ScimConfig, ScimMode, ScimRequestPage, ScimSetUp } from "@svc/contract/scim/schema"
import { Clock, Context, DateTime, Effect, Option, Redacted } from "effect"
import { createHash } from "node:crypto"
import { Audit } from "#audit/record/service"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Randomness } from "#platform/crypto/random"
import { systemCaller } from "#platform/jobs/system-caller"
import { layerOf } from "#platform/services/layer-of"
import { loggedPath, makeRequestLog, requestsKept } from "./request-log.ts"
import { ScimTokensRepo } from "./tokens-repo.ts"

/** A valid token, and its organization's rights. */
export interface AuthenticatedToken {
  readonly orgId: OrgId
  readonly integrationId: IntegrationId
  readonly mode: ScimMode
  readonly organisation: { readonly plan: Plan; readonly planStatus: PlanStatus; readonly suspended: boolean }
}

/** A token as its organization sees it. */
interface PresentToken {
  readonly mode: ScimMode
  readonly isOn: boolean
  readonly lastSync: DateTime.Utc | null
}

/** A request with a token that works. */
interface Request {
  readonly token: AuthenticatedToken
  readonly method: string
  /** As requested, with its query. */
  readonly url: string
}

/** The request being served, for code that records its outcome; default: none. */
export const ServedRequest = Context.Reference<Request | undefined>("svc/scim/ServedRequest", {
  defaultValue: () => undefined
})

const serviceName = "scim"
/** Nothing is called over it, so no connector has this name. */
const protocol = "scim-provisioning"

const tokenForm = /^[0-9a-f]{64}$/
const digestOf = (token: string) => createHash("sha256").update(token).digest("hex")

/** Maximum lag of `last_sync`, and so the interval of its updates. */
const syncedEvery = 5_000

/** The address that a provider is given. */
export const endpointOf = (baseUrl: string): string => `${baseUrl}/scim/v2`

/** The token of provisioning: making and ending it, knowing it again, and what came in with it (scim-1, scim-2). */
export class ScimTokens extends Context.Service<
  ScimTokens,
  {
    /** The answer holds the token itself, which is stored as a digest only; one before it ends. */
    setUp(mode: ScimMode): Effect.Effect<ScimSetUp, never, Caller>
    /** Ends the token and the connection; where there is none nothing happens. */
    readonly revoke: Effect.Effect<void, never, Caller>
    readonly config: Effect.Effect<ScimConfig, never, Caller>
    requests(page: OffsetParams): Effect.Effect<ScimRequestPage, never, Caller>
    /** The organization's token without its secret; none if there is none. */
    readonly present: Effect.Effect<Option.Option<PresentToken>, never, Caller>
    /** None for a malformed, unknown, replaced or revoked token. */
    authenticate(token: Redacted.Redacted): Effect.Effect<Option.Option<AuthenticatedToken>>
    /** Sets the outcome of a request, in words, for when its response is sent. */
    told(request: Request, rule: string): Effect.Effect<void>
    /** Records the provider's call and its outcome. */
    answered(request: Request, status: number): Effect.Effect<void>
  }
>()("svc/scim/ScimTokens") {
  static readonly layerNoDeps = layerOf(ScimTokens, function* () {
    const db = yield* Db
    const repo = yield* ScimTokensRepo
    const audit = yield* Audit
    const integrations = yield* Integrations
    const randomness = yield* Randomness
    const endpoint = endpointOf((yield* AppConfig).baseUrl)
    const log = yield* makeRequestLog((requests) => db.transactSystem(repo.log(requests, requestsKept)))
    const synced = new Map<OrgId, number>()
    const rules = new WeakMap<Request, string>()

    const setUp = Effect.fn("ScimTokens.setUp")(function* (mode: ScimMode) {
      const { orgId } = yield* Caller
      const token = yield* randomness.token(32, "hex")
      const { id } = yield* integrations.connect({
        serviceName,
        protocol,
        settings: { endpoint, mode },
        secrets: new Map(),
        canRevoke: false,
        details: auditText`SCIM provisioning, mode: ${mode}`
      })
      yield* repo.put({
        org_id: orgId,
        integration_id: id,
        token_digest: digestOf(token),
        mode,
        created_at: yield* DateTime.now
      })
      yield* audit.record({
        action: "scim_token_generated",
        target: auditText`SCIM token`,
        details: auditText`mode: ${mode}`
      })
      return { token, endpoint }
    }, db.transact)

    const revoke = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const connected = yield* repo.connected(orgId)
      if (Option.isNone(connected)) return
      yield* audit.record({
        action: "scim_token_revoked",
        target: auditText`SCIM token`,
        details: auditText`The provider can no longer change anything`
      })
      yield* integrations.forget(connected.value.integration_id)
    }).pipe(db.transact, Effect.withSpan("ScimTokens.revoke"))

    const config = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const connected = Option.filter(yield* repo.connected(orgId), ({ connection_status }) => connection_status)
      return {
        configured: Option.isSome(connected),
        lastSync: Option.getOrNull(Option.map(connected, ({ last_sync }) => last_sync))
      }
    }).pipe(db.transact, Effect.withSpan("ScimTokens.config"))

    const present = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return Option.map(yield* repo.connected(orgId), ({ connection_status, last_sync, mode }) => ({
        mode,
        isOn: connection_status,
        lastSync: last_sync
      }))
    }).pipe(db.transact, Effect.withSpan("ScimTokens.present"))

    // Flushed first, so that who has just sent a request sees it.
    const requests = Effect.fn("ScimTokens.requests")(function* (page: OffsetParams) {
      const { orgId } = yield* Caller
      yield* log.flush
      const { rows, total } = yield* db.transact(repo.requests({ orgId, ...page }))
      const token = yield* db.transact(repo.connected(orgId))
      const live = Option.filter(token, ({ connection_status }) => connection_status)
      return { rows, total, ...page, mode: Option.getOrNull(Option.map(live, ({ mode }) => mode)) }
    })

    const authenticate = Effect.fnUntraced(function* (token: Redacted.Redacted) {
      const text = Redacted.value(token)
      if (!tokenForm.test(text)) return Option.none()
      const row = yield* repo.authenticate(digestOf(text), yield* DateTime.now)
      return Option.map(row, ({ integration_id, mode, org_id, plan, plan_status, suspended }) => ({
        orgId: org_id,
        integrationId: integration_id,
        mode,
        organisation: { plan, planStatus: plan_status, suspended }
      }))
    })

    const markSynced = Effect.fnUntraced(function* ({ integrationId, orgId }: AuthenticatedToken) {
      const now = yield* Clock.currentTimeMillis
      const last = synced.get(orgId)
      if (last !== undefined && now >= last && now - last < syncedEvery) return
      synced.set(orgId, now)
      yield* integrations.synced(integrationId).pipe(Effect.provideService(Caller, systemCaller(orgId)))
    })

    const told = (request: Request, rule: string) => Effect.sync(() => void rules.set(request, rule))

    const answered = Effect.fnUntraced(function* (request: Request, status: number) {
      const { method, token, url } = request
      yield* markSynced(token)
      const rule = rules.get(request) ?? null
      yield* log.add({ org_id: token.orgId, at: yield* DateTime.now, method, path: loggedPath(url), status, rule })
    })

    return ScimTokens.of({ setUp, revoke, config, requests, present, authenticate, told, answered })
  })
}
