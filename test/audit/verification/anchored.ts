import { auditText } from "#audit/record/text"
import { AnchorRounds } from "#audit/anchors/rounds"
import { AppConfig } from "#platform/config/config"
import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect, Layer, type Option, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync } from "node:crypto"
import { record } from "#test/support/audit-surface"
import { testAppWith, TestConfig } from "#test/support/TestApp"
import { aMember, anOrganisation } from "#test/support/people"

/** An Ed25519 key in PKCS#8 PEM, a new one at each call. */
export const aSigningKey = () =>
  Redacted.make(generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }).toString())

/** The service that signs anchors with this key. */
export const appThatSigns = (key: Option.Option<Redacted.Redacted>) =>
  testAppWith(
    Layer.effect(
      AppConfig,
      Effect.map(AppConfig, (own) => AppConfig.of({ ...own, auditSigningKey: key }))
    ).pipe(Layer.provide(TestConfig))
  )

/** Anchors the head and gives the anchor away, as the hourly job does. */
export const anchor = Effect.fnUntraced(function* (orgId: OrgId) {
  yield* TestClock.adjust("1 second")
  const rounds = yield* AnchorRounds
  yield* rounds.run("hourly", orgId)
})

/** An organisation with ten entries, anchored at the sixth and at the last. */
export const anAnchoredChain = Effect.gen(function* () {
  const orgId = yield* anOrganisation()
  const member = yield* aMember(orgId)
  const grow = (from: number, to: number) =>
    Effect.forEach(
      Array.from({ length: to - from + 1 }, (_, index) => from + index),
      (entry) => record(member, { target: auditText`thing ${entry}`, details: auditText`some details` }),
      { discard: true }
    )
  yield* grow(2, 6)
  yield* anchor(orgId)
  yield* grow(7, 10)
  yield* anchor(orgId)
  return { orgId, member, grow }
})
