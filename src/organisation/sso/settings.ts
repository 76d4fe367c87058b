import { Caller } from "@svc/contract/kernel/access"
import { PermissionDenied } from "@svc/contract/kernel/errors"
import type { OrgId, UserId } from "@svc/contract/kernel/ids"
import { SsoNotConfigured, SsoSettingsInvalid } from "@svc/contract/sso/errors"
import { type ConfigureSso, ProviderAddress, SsoSettings } from "@svc/contract/sso/schema"
import { Context, DateTime, Effect, Option, Schema } from "effect"
import type { X509Certificate } from "node:crypto"
import { Accounts } from "#organisation/accounts/service"
import { Audit } from "#audit/record/service"
import { auditText, describeChanges } from "#audit/record/text"
import { AppConfig } from "#platform/config/config"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { describeCertificate, flawOfCertificate, parseCertificate } from "./certificates.ts"
import { readProviderMetadata } from "./provider-metadata.ts"
import { type SsoConfigurationRow, SsoRepo } from "./repo.ts"
import { serviceProviderOf } from "./rules.ts"

const isAddress = Schema.is(ProviderAddress)

/** What the input says of the provider, whichever way it says it; nothing leaves the one that is configured. */
const providerOf = Effect.fnUntraced(function* (input: ConfigureSso, before: SsoConfigurationRow | null) {
  const invalid = (error: string) => new SsoSettingsInvalid({ error })
  const { certificates, entry_point, idp_issuer, logout_url, metadata_xml } = input
  const given = [metadata_xml ?? undefined, entry_point, idp_issuer, certificates]
  if (before !== null && given.every((field) => field === undefined)) {
    return {
      entry_point: before.entry_point,
      idp_issuer: before.idp_issuer,
      certificates: before.certificates,
      field: null,
      logout_url: logout_url === undefined ? before.logout_url : logout_url
    }
  }
  if (metadata_xml !== undefined && metadata_xml !== null) {
    if (entry_point !== undefined || idp_issuer !== undefined || certificates !== undefined) {
      return yield* invalid("metadata_xml: send either metadata_xml, or entry_point, idp_issuer and certificates")
    }
    const described = yield* readProviderMetadata(metadata_xml).pipe(
      Effect.catch(({ reason }) => invalid(`metadata_xml: is not the metadata of an identity provider: ${reason}`))
    )
    const addresses = [described.entry_point, ...(described.logout_url === null ? [] : [described.logout_url])]
    if (!addresses.every(isAddress)) return yield* invalid("metadata_xml: its URLs must start with https://")
    if (described.certificates.length === 0 || described.certificates.length > 5) {
      return yield* invalid("metadata_xml: must have one to five signing certificates")
    }
    return { ...described, field: "metadata_xml", logout_url: logout_url ?? described.logout_url }
  }
  if (entry_point === undefined) return yield* invalid("entry_point: is required without metadata_xml")
  if (idp_issuer === undefined) return yield* invalid("idp_issuer: is required without metadata_xml")
  if (certificates === undefined) return yield* invalid("certificates: is required without metadata_xml")
  return { entry_point, idp_issuer, certificates, field: "certificates", logout_url: logout_url ?? null }
})

const checkCertificates = Effect.fnUntraced(function* (field: string, texts: ReadonlyArray<string>) {
  const now = yield* DateTime.now
  const byFingerprint = new Map<string, X509Certificate>()
  for (const [index, text] of texts.entries()) {
    const at = field === "certificates" ? `certificates.${index}` : `${field}: certificate ${index + 1}`
    const parsed = parseCertificate(text)
    if (Option.isNone(parsed)) {
      return yield* new SsoSettingsInvalid({ error: `${at}: must be an X.509 certificate, as PEM or base64` })
    }
    const flaw = flawOfCertificate(parsed.value, now)
    if (flaw !== undefined) return yield* new SsoSettingsInvalid({ error: `${at}: ${flaw}` })
    byFingerprint.set(parsed.value.fingerprint256, parsed.value)
  }
  return [...byFingerprint.values()].map((certificate) => certificate.toString())
})

const certificatesOf = (row: SsoConfigurationRow) =>
  row.certificates.flatMap((pem) => Option.toArray(Option.map(parseCertificate(pem), describeCertificate)))

/** Where members are sent and whose word counts; not what is asked of them besides. */
const isSameProvider = (before: SsoConfigurationRow, after: SsoConfigurationRow) =>
  before.entry_point === after.entry_point &&
  before.idp_issuer === after.idp_issuer &&
  before.certificates.length === after.certificates.length &&
  before.certificates.every((certificate) => after.certificates.includes(certificate))

/** The configuration in the words of the audit log. */
const wordsOf = (row: SsoConfigurationRow, bypasses: ReadonlyArray<UserId>) => ({
  entry_point: row.entry_point,
  idp_issuer: row.idp_issuer,
  certificates: certificatesOf(row)
    .map(({ fingerprint }) => fingerprint)
    .join(" "),
  logout_url: row.logout_url ?? "none",
  enforce_sso: String(row.enforce_sso),
  domains: row.domains.join(" ") || "any",
  bypass_user_ids: bypasses.join(" ") || "none"
})

/** An organization's identity provider, set up by its administrators (sso-2). */
export class SsoConfiguration extends Context.Service<
  SsoConfiguration,
  {
    readonly show: Effect.Effect<SsoSettings, never, Caller>
    /**
     * Replaces the configuration. While it enforces single sign-on, other sessions end, except the caller's and those
     * of exempt members. An update without a change is not recorded.
     */
    configure(input: ConfigureSso): Effect.Effect<SsoSettings, SsoSettingsInvalid | PermissionDenied, Caller>
    /** Also ends enforcement. Sessions that the provider opened continue. */
    readonly remove: Effect.Effect<void, SsoNotConfigured, Caller>
  }
>()("svc/sso/SsoConfiguration") {
  static readonly layerNoDeps = layerOf(SsoConfiguration, function* () {
    const db = yield* Db
    const repo = yield* SsoRepo
    const audit = yield* Audit
    const accounts = yield* Accounts
    const { baseUrl } = yield* AppConfig

    const shown = (orgId: OrgId, row: SsoConfigurationRow | null, bypasses: ReadonlyArray<UserId>) =>
      new SsoSettings({
        configured: row !== null,
        entry_point: row?.entry_point ?? null,
        idp_issuer: row?.idp_issuer ?? null,
        certificates: row === null ? [] : certificatesOf(row),
        logout_url: row?.logout_url ?? null,
        enforce_sso: row?.enforce_sso ?? false,
        domains: row?.domains ?? [],
        bypass_user_ids: bypasses,
        updated_at: row?.updated_at ?? null,
        ...serviceProviderOf(baseUrl, orgId)
      })

    const show = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const row = yield* repo.find(orgId)
      return shown(orgId, Option.getOrNull(row), yield* repo.bypasses(orgId))
    }).pipe(db.transact, Effect.withSpan("SsoConfiguration.show"))

    const changeBypasses = Effect.fnUntraced(function* (
      orgId: OrgId,
      before: ReadonlyArray<UserId>,
      given: ReadonlyArray<UserId> | undefined
    ) {
      if (given === undefined) return before
      const wanted = [...new Set(given.map((id) => id.toLowerCase()))]
      const members = yield* repo.membersAmong({ orgId, userIds: given })
      if (members.length !== wanted.length) {
        return yield* new SsoSettingsInvalid({ error: "bypass_user_ids: must name members of this organization" })
      }
      if (members.join() === before.join()) return before
      if ((yield* Caller).role !== "superadmin") {
        return yield* new PermissionDenied({ error: "Only Super Admins can change bypass_user_ids" })
      }
      yield* repo.setBypasses({ orgId, userIds: members })
      return members
    })

    /** The operator of the provider can be every member, so only a member with all rights may choose it. */
    const mayVouch = Effect.fnUntraced(function* (before: SsoConfigurationRow | null, after: SsoConfigurationRow) {
      if ((yield* Caller).role === "superadmin" || (before !== null && isSameProvider(before, after))) return
      return yield* new PermissionDenied({
        error:
          "Only Super Admins can set up or replace the identity provider, because its operator can sign in as every member"
      })
    })

    const rowOf = Effect.fnUntraced(function* (input: ConfigureSso, before: SsoConfigurationRow | null) {
      const { orgId } = yield* Caller
      const { certificates, entry_point, field, idp_issuer, logout_url } = yield* providerOf(input, before)
      return {
        org_id: orgId,
        entry_point,
        idp_issuer,
        // Kept ones were checked when they were added; one that has expired since must not block other changes.
        certificates: field === null ? certificates : yield* checkCertificates(field, certificates),
        logout_url,
        enforce_sso: input.enforce_sso,
        domains: [...new Set(input.domains)].toSorted(),
        updated_at: yield* DateTime.now
      }
    })

    const configure = Effect.fn("SsoConfiguration.configure")(function* (input: ConfigureSso) {
      const { orgId, session } = yield* Caller
      const before = Option.getOrNull(yield* repo.lock(orgId))
      const row = yield* rowOf(input, before)
      yield* mayVouch(before, row)
      const bypassesBefore = yield* repo.bypasses(orgId)
      const bypasses = yield* changeBypasses(orgId, bypassesBefore, input.bypass_user_ids)
      const details = describeChanges(before === null ? {} : wordsOf(before, bypassesBefore), wordsOf(row, bypasses))
      if (before !== null && details === "") return shown(orgId, before, bypasses)
      yield* repo.save(row)
      if (row.enforce_sso) yield* accounts.endSessionsWithoutSso(orgId, session?.id ?? null)
      yield* audit.record({
        action: before === null ? "sso.configured" : "sso.updated",
        target: auditText`Single sign-on`,
        details: auditText`${details}`
      })
      return shown(orgId, row, bypasses)
    }, db.transact)

    const remove = Effect.gen(function* () {
      const { orgId } = yield* Caller
      const before = yield* repo.lock(orgId)
      if (Option.isNone(before)) return yield* new SsoNotConfigured()
      const words = wordsOf(before.value, yield* repo.bypasses(orgId))
      yield* repo.remove(orgId)
      yield* audit.record({
        action: "sso.removed",
        target: auditText`Single sign-on`,
        details: auditText`${Object.entries(words)
          .map(([field, value]) => `${field}: ${value}`)
          .join(", ")}`
      })
    }).pipe(db.transact, Effect.withSpan("SsoConfiguration.remove"))

    return SsoConfiguration.of({ show, configure, remove })
  })
}
