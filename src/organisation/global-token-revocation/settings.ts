import { GlobalTokenRevocationInvalid, GlobalTokenRevocationOff } from "@svc/contract/global-token-revocation/errors"
import {
  type ConfigureGlobalTokenRevocation,
  GlobalTokenRevocationSettings
} from "@svc/contract/global-token-revocation/schema"
import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Option } from "effect"
import { Audit } from "#audit/record/service"
import { auditText, describeChanges } from "#audit/record/text"
import { Sso } from "#organisation/sso/service"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { Outbound } from "#platform/outbound/outbound"
import { layerOf } from "#platform/services/layer-of"
import { KeySets } from "./key-sets.ts"
import { GlobalTokenRevocationRepo, type SettingsRow } from "./repo.ts"
import { endpointOf } from "./rules.ts"

/** The settings in the words of the audit log. */
const wordsOf = (row: SettingsRow) => ({
  issuer: row.issuer,
  jwks_url: row.jwks_url ?? "certificates of the single sign-on",
  caller_id: row.caller_id ?? "any",
  revoke_api_keys: String(row.revoke_api_keys)
})

const invalid = (error: string) => new GlobalTokenRevocationInvalid({ error })

/** The organization's trusted issuer for sign-outs, set up by its administrators. */
export class GlobalTokenRevocationConfiguration extends Context.Service<
  GlobalTokenRevocationConfiguration,
  {
    readonly show: Effect.Effect<GlobalTokenRevocationSettings, never, Caller>
    /** Replaces them; the keys are checked first. An update without a change is not recorded. */
    configure(
      input: ConfigureGlobalTokenRevocation
    ): Effect.Effect<GlobalTokenRevocationSettings, GlobalTokenRevocationInvalid | PermissionDenied, Caller>
    readonly remove: Effect.Effect<void, GlobalTokenRevocationOff, Caller>
  }
>()("svc/global-token-revocation/GlobalTokenRevocationConfiguration") {
  static readonly layerNoDeps = layerOf(GlobalTokenRevocationConfiguration, function* () {
    const db = yield* Db
    const repo = yield* GlobalTokenRevocationRepo
    const audit = yield* Audit
    const sso = yield* Sso
    const outbound = yield* Outbound
    const keySets = yield* KeySets
    const { baseUrl } = yield* AppConfig

    const shown = (orgId: OrgId, row: SettingsRow | null) =>
      new GlobalTokenRevocationSettings({
        enabled: row !== null,
        endpoint_url: endpointOf(baseUrl, orgId),
        issuer: row?.issuer ?? null,
        jwks_url: row?.jwks_url ?? null,
        caller_id: row?.caller_id ?? null,
        revoke_api_keys: row?.revoke_api_keys ?? false,
        updated_at: row?.updated_at ?? null
      })

    const show = Effect.gen(function* () {
      const { orgId } = yield* Caller
      return shown(orgId, Option.getOrNull(yield* repo.find(orgId)))
    }).pipe(db.transact, Effect.withSpan("GlobalTokenRevocationConfiguration.show"))

    /** There are keys to verify by; outside of any transaction, for the provider is asked. */
    const checkKeys = Effect.fnUntraced(function* (url: string | null) {
      if (url !== null) {
        yield* Effect.mapError(outbound.check(url), ({ reason }) => invalid(`jwks_url: ${reason}`))
        yield* Effect.mapError(keySets.readNow(url), ({ message }) => invalid(`jwks_url: ${message}`))
        return
      }
      const { orgId } = yield* Caller
      yield* Effect.mapError(sso.providerOf(orgId), () =>
        invalid("jwks_url: is required because no single sign-on is set up whose certificates could be used instead")
      )
    })

    const save = Effect.fnUntraced(function* (input: ConfigureGlobalTokenRevocation) {
      const { orgId } = yield* Caller
      const before = Option.getOrNull(yield* repo.lock(orgId))
      const row = {
        org_id: orgId,
        issuer: input.issuer,
        jwks_url: input.jwks_url ?? null,
        caller_id: input.caller_id ?? null,
        revoke_api_keys: input.revoke_api_keys,
        updated_at: yield* DateTime.now
      }
      const details = describeChanges(before === null ? {} : wordsOf(before), wordsOf(row))
      if (before !== null && details === "") return shown(orgId, before)
      yield* repo.save(row)
      yield* audit.record({
        action: before === null ? "global_token_revocation.configured" : "global_token_revocation.updated",
        target: auditText`Global token revocation`,
        details: auditText`${details}`
      })
      return shown(orgId, row)
    }, db.transact)

    const configure = Effect.fn("GlobalTokenRevocationConfiguration.configure")(function* (
      input: ConfigureGlobalTokenRevocation
    ) {
      if ((yield* Caller).role !== "superadmin") {
        return yield* new PermissionDenied({
          error:
            "Only Super Admins can set up universal logout, because the owner of its keys can sign out every member"
        })
      }
      yield* checkKeys(input.jwks_url ?? null)
      return yield* save(input)
    })

    const remove = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const before = yield* repo.lock(orgId)
      if (Option.isNone(before)) return yield* new GlobalTokenRevocationOff()
      yield* repo.remove(orgId)
      yield* audit.record({
        action: "global_token_revocation.removed",
        target: auditText`Global token revocation`,
        details: auditText`${Object.entries(wordsOf(before.value))
          .map(([field, value]) => `${field}: ${value}`)
          .join(", ")}`
      })
    }).pipe(db.transact, Effect.withSpan("GlobalTokenRevocationConfiguration.remove"))

    return GlobalTokenRevocationConfiguration.of({ show, configure, remove })
  })
}
