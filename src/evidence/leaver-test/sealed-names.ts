import type { OrgId } from "@svc/contract/kernel/ids"
import { VendorAccount } from "@svc/contract/revocations/account"
import { Effect, Option, Schema } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { erasedText } from "#audit/record/text"
import type { LeaverFacts, SealedAccount, SealedNames } from "./facts.ts"
import { LeaverTestsRepo } from "./tests-repo.ts"

interface Named {
  readonly name: string
  readonly email: string
  readonly sealed?: SealedNames
}

/** Puts in the names that are sealed; `[erased]` where the key is destroyed or the value is gone. */
export const makeNaming = Effect.gen(function* () {
  const personKeys = yield* PersonKeys
  return Effect.fnUntraced(function* <Row extends Named>(orgId: OrgId, rows: ReadonlyArray<Row>) {
    const tokens = rows.flatMap(({ sealed }) =>
      sealed === undefined
        ? []
        : [sealed.name, sealed.email].flatMap((text) =>
            text === null ? [] : [{ person_key_id: sealed.keyId, wrapped_key: sealed.wrappedKey, sealed: text }]
          )
    )
    if (tokens.length === 0 && rows.every(({ sealed }) => sealed === undefined)) return rows
    const opened = yield* personKeys.openEach(orgId, tokens)
    const texts = new Map(tokens.map(({ sealed }, at) => [sealed, opened[at] ?? null]))
    const textOf = (text: string | null) => (text === null ? null : (texts.get(text) ?? null))
    return rows.map((row) =>
      row.sealed === undefined
        ? row
        : { ...row, name: textOf(row.sealed.name) ?? erasedText, email: textOf(row.sealed.email) ?? "" }
    )
  })
})

const decodeAccount = Schema.decodeUnknownOption(Schema.fromJsonString(VendorAccount))
const erasedAccount: VendorAccount = { id: erasedText, name: null }

/** Puts in the accounts of removals, which are sealed; the id is `[erased]` where the key is destroyed or the value is gone. */
export const makeAccountNaming = Effect.gen(function* () {
  const personKeys = yield* PersonKeys
  return Effect.fnUntraced(function* (orgId: OrgId, leavers: ReadonlyArray<LeaverFacts>) {
    const tokens = leavers.flatMap(({ apps }) =>
      apps.flatMap(({ sealedAccount: one }) =>
        one === undefined ? [] : [{ person_key_id: one.keyId, wrapped_key: one.wrappedKey, sealed: one.sealed }]
      )
    )
    if (tokens.length === 0) return leavers
    const opened = yield* personKeys.openEach(orgId, tokens)
    const texts = new Map(tokens.map(({ sealed }, at) => [sealed, opened[at] ?? null]))
    const accountOf = ({ sealed }: SealedAccount) =>
      Option.getOrElse(decodeAccount(texts.get(sealed)), () => erasedAccount)
    return leavers.map((leaver): LeaverFacts => ({
      ...leaver,
      apps: leaver.apps.map((app) =>
        app.sealedAccount === undefined ? app : { ...app, account: accountOf(app.sealedAccount) }
      )
    }))
  })
})

/** What leavers are called now, by id, in the caller's transaction. */
export const makeLeaverNames = Effect.gen(function* () {
  const tests = yield* LeaverTestsRepo
  const personKeys = yield* PersonKeys
  return Effect.fnUntraced(function* (orgId: OrgId, leaverIds: ReadonlyArray<string>) {
    const rows = yield* tests.names(orgId, leaverIds)
    const sealed = rows.filter((row) => row.sealed)
    const opened = yield* personKeys.reveal(
      orgId,
      sealed.map(({ name }) => name)
    )
    return new Map([
      ...rows.map(({ id, name }): [string, string] => [id, name]),
      ...sealed.map(({ id }, at): [string, string] => [id, opened[at] ?? erasedText])
    ])
  })
})
