import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { NodeHttpServer, NodeServices } from "@effect/platform-node"
import { AnchorFile, AnchorPage } from "@svc/contract/audit/files"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, Option, Redacted, Schema, Stream } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync } from "node:crypto"
import * as AuditAnchorsDomain from "#audit/anchors/index"
import { type SignedAnchor, signedBytes } from "#audit/anchors/rules"
import { AccessLog } from "#platform/observability/access-log"
import { AppConfig, type Storage } from "#platform/config/config"
import { Files } from "#platform/files/files"
import { Jobs } from "#platform/jobs/jobs"
import { Mailer } from "#platform/mail/mail"
import { Outbound } from "#platform/outbound/outbound"
import { Randomness } from "#platform/crypto/random"
import { Secrets } from "#platform/keys/secrets"
import { Signing } from "#platform/keys/signing"
import { Loops, RequestBounds, Served, Services } from "#App"
import { TestDatabase } from "#test/support/database"
import { loopback, type Sink } from "#test/support/outbound-servers"
import { start, TestConfig } from "#test/support/TestApp"
import { asCaller, type Member } from "#test/support/people"
import { as } from "#test/support/requests"

/** An Ed25519 key in PKCS#8 PEM, a new one at each call. */
export const aSigningKey = () =>
  generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString()

/** The key of `App`. */
export const firstKey = aSigningKey()

interface Options {
  readonly signingKey?: string
  readonly storage?: Storage
  readonly witness?: Sink
}

/** The whole service with its jobs, which run when the test says so. */
export const appWith = <E = never, R = never>(options: Effect.Effect<Options, E, R>) =>
  Layer.unwrap(
    Effect.map(options, ({ signingKey, storage, witness }) => {
      const config = Layer.effect(
        AppConfig,
        Effect.map(AppConfig, (own) =>
          AppConfig.of({
            ...own,
            auditSigningKey: Option.map(Option.fromUndefinedOr(signingKey), (pem) => Redacted.make(pem)),
            auditWitnessUrl: Option.map(Option.fromUndefinedOr(witness), ({ url }) =>
              Redacted.make(`${url}/anchors?t=1`)
            ),
            storage: storage ?? own.storage
          })
        )
      ).pipe(Layer.provide(TestConfig))
      const outbound = Outbound.layerWith({
        allow: [loopback],
        resolve: () => Effect.succeed(["127.0.0.1"]),
        ...(witness === undefined ? {} : { ca: witness.ca })
      })
      return Served.pipe(
        Layer.merge(Loops),
        Layer.provideMerge(NodeHttpServer.layerTest),
        Layer.provide(RequestBounds),
        Layer.provide(AccessLog.layerSilent),
        Layer.provideMerge(Services),
        Layer.provideMerge(
          Layer.mergeAll(
            outbound,
            Mailer.layer,
            Files.layerNoDeps.pipe(Layer.provide([Secrets.layer, Randomness.layer, NodeFileSystem.layer]))
          )
        ),
        Layer.provideMerge(Layer.mergeAll(TestDatabase, config, NodeServices.layer)),
        Layer.provideMerge(Layer.effectDiscard(TestClock.setTime(start.epochMilliseconds)))
      )
    })
  )

export const App = appWith(Effect.succeed({ signingKey: firstKey }))
export const AppWithoutKey = appWith(Effect.succeed({}))
export const AppWithoutStorage = appWith(Effect.succeed({ signingKey: firstKey, storage: { _tag: "None" } }))

/** What the domain does on the same database once the operator has configured this key, or none. */
export const withSigningKey =
  (pem: string | undefined) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provide(
      effect,
      Layer.fresh(AuditAnchorsDomain.services).pipe(
        Layer.provide(Signing.layerWith(Option.map(Option.fromUndefinedOr(pem), (text) => Redacted.make(text))))
      ),
      { local: true }
    )

/** The same once the operator has also replaced the master key; `previous` are those that it still knows. */
export const withMasterKey =
  (masterKey: Uint8Array, previous: ReadonlyArray<Uint8Array>, pem?: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) => {
    const secrets = Secrets.layerWith({
      masterKey: Redacted.make(masterKey),
      previous: previous.map((key) => Redacted.make(key))
    })
    return withSigningKey(pem)(effect).pipe(Effect.provide(Layer.fresh(secrets), { local: true }))
  }

/** A member of an organisation whose chain has so many entries. */
export { record } from "#test/support/audit-surface"

/** Runs a job of this domain now. */
export const run = (name: "audit-anchor-hourly" | "audit-anchor-nightly", orgId?: OrgId) =>
  Effect.flatMap(Jobs, (jobs) => jobs.run(name, orgId))

const strict = { onExcessProperty: "error" } as const
const decodePage = Schema.decodeUnknownEffect(Schema.toCodecJson(AnchorPage), strict)
const decodeFile = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.toCodecJson(AnchorFile)), strict)

export const path = "/api/audit-log/anchors"

/** The member's anchors as the route shows them. */
export const page = (member: Member, query = "") =>
  Effect.flatMap(as(member).get(`${path}${query}`), ({ body }) => decodePage(body))

export const keyOf = (orgId: OrgId) => `audit-anchors/${orgId}/anchors.json`

/** The bytes of the organisation's file in the storage. */
export const storedBytes = Effect.fnUntraced(function* (orgId: OrgId) {
  const files = yield* Files
  return Buffer.concat(yield* Stream.runCollect(files.get(keyOf(orgId))))
})

export const storedFile = (orgId: OrgId) =>
  Effect.flatMap(storedBytes(orgId), (bytes) => decodeFile(bytes.toString("utf8")))

export const signedText = (anchor: Omit<SignedAnchor, "signature" | "key_id">) =>
  Buffer.from(signedBytes(anchor)).toString("utf8")

export { asCaller }
