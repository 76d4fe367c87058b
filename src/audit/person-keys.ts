import { type OrgId, PersonKeyId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Layer, Option, Redacted } from "effect"
import type { Transaction } from "#platform/db"
import { escapeMarkers, personKeyIdsIn, replaceTokens, sealPersonal } from "#platform/personal-data"
import { Randomness } from "#platform/random"
import { Secrets } from "#platform/secrets"
import { AuditRepo, type PersonKey } from "./repo.ts"
import { type AuditText, Personal } from "./text.ts"

const purpose = "audit-person-email"
const wrapping = (orgId: OrgId, id: PersonKeyId) => `audit_person_keys:${orgId}:${id}`

/** The keys under which personal values are sealed: one per person and organisation. */
export class PersonKeys extends Context.Service<
  PersonKeys,
  {
    /** The key of whoever has this address, made when there is none; without an address always a new one. */
    forPerson(orgId: OrgId, email: string | null): Effect.Effect<PersonKeyId, never, Transaction>
    /** The text with each personal value sealed, as stored and hashed. */
    seal(orgId: OrgId, text: AuditText): Effect.Effect<string, never, Transaction>
    /** Stored texts as a person reads them; `[erased]` and `[unreadable]` where a value is gone. */
    reveal(orgId: OrgId, texts: ReadonlyArray<string>): Effect.Effect<ReadonlyArray<string>, never, Transaction>
  }
>()("svc/audit/PersonKeys") {
  static readonly layerNoDeps = Layer.effect(
    PersonKeys,
    Effect.gen(function* () {
      const repo = yield* AuditRepo
      const secrets = yield* Secrets
      const randomness = yield* Randomness

      const forPerson = Effect.fn("PersonKeys.forPerson")(function* (orgId: OrgId, email: string | null) {
        const address = email?.trim().toLowerCase() ?? null
        const digests = address === null ? [] : secrets.hmacs(purpose, `${orgId}:${address}`)
        const find = repo.findPersonKeyByEmail(orgId, digests)
        if (digests.length > 0) {
          const known = yield* find
          if (Option.isSome(known)) return known.value.id
        }
        const id = PersonKeyId.make(yield* randomness.uuid)
        const key = yield* randomness.bytes(32)
        const wrappedKey = yield* secrets.seal(Buffer.from(key).toString("base64"), wrapping(orgId, id))
        const inserted = yield* repo.insertPersonKey({
          orgId,
          id,
          emailDigest: digests[0] ?? null,
          wrappedKey,
          createdAt: DateTime.toDateUtc(yield* DateTime.now)
        })
        if (inserted) return id
        return (yield* Effect.flatMap(find, Effect.fromOption).pipe(Effect.orDie)).id
      })

      const unwrap = (orgId: OrgId, key: PersonKey): Effect.Effect<Uint8Array | "erased" | undefined> =>
        key.wrapped_key === null
          ? Effect.succeed("erased")
          : secrets.open(key.wrapped_key, wrapping(orgId, key.id)).pipe(
              Effect.map((opened) => new Uint8Array(Buffer.from(Redacted.value(opened), "base64"))),
              Effect.catch((unreadable) =>
                Effect.as(Effect.logError("a person's key cannot be opened", unreadable), undefined)
              )
            )

      const load = Effect.fnUntraced(function* (orgId: OrgId, ids: ReadonlyArray<PersonKeyId>) {
        const rows = yield* repo.findPersonKeys(orgId, [...new Set(ids)])
        return new Map(
          yield* Effect.forEach(rows, (row) => Effect.map(unwrap(orgId, row), (key) => [row.id, key] as const))
        )
      })

      const seal = Effect.fn("PersonKeys.seal")(function* (orgId: OrgId, text: AuditText) {
        const keys = yield* load(
          orgId,
          text.flatMap((piece) => (piece instanceof Personal ? [piece.personKeyId] : []))
        )
        return text
          .map((piece) => {
            if (!(piece instanceof Personal)) return escapeMarkers(piece)
            const key = keys.get(piece.personKeyId)
            // A value that cannot be tied to a living key is never stored (D2, audit log entry).
            return key === undefined || key === "erased"
              ? "[withheld]"
              : sealPersonal(piece.personKeyId, key, piece.value)
          })
          .join("")
      })

      const reveal = Effect.fn("PersonKeys.reveal")(function* (orgId: OrgId, texts: ReadonlyArray<string>) {
        const ids = texts.flatMap(personKeyIdsIn).map((id) => PersonKeyId.make(id))
        const keys = yield* load(orgId, ids)
        return texts.map((text) => replaceTokens(text, (id) => keys.get(PersonKeyId.make(id))))
      })

      return PersonKeys.of({ forPerson, seal, reveal })
    })
  )
}
