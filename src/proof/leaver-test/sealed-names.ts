import type { OrgId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { erasedText } from "#audit/record/text"
import type { SealedNames } from "./facts.ts"
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
