import type { Initiation, StepHistoryEntry } from "@svc/contract/initiations/schema"
import { Caller } from "@svc/contract/kernel/access"
import type { PersonKeyId } from "@svc/contract/kernel/ids"
import { Effect } from "effect"
import { PersonKeys } from "#audit/record/person-keys"
import { Personal } from "#audit/record/text"
import type { InitiationRow } from "./repo.ts"
import type { StepRow } from "./steps-repo.ts"

/** The sealed notes as answers show them: `pii:v1:<key id>:<ciphertext>` of the stored token (initiations-5). */
const shownNotes = (sealed: string | null): string | null => {
  const [, inner] = /^\[\[aps:v1:(.*)\]\]$/.exec(sealed ?? "") ?? []
  return inner === undefined ? null : `pii:v1:${inner}`
}

/** What people wrote about a person is stored sealed with that person's key, so that it goes with them. */
export const makeSealing = Effect.gen(function* () {
  const personKeys = yield* PersonKeys

  /** Empty text becomes none. */
  const seal = Effect.fnUntraced(function* (key: PersonKeyId, text: string | null | undefined) {
    if (text === undefined || text === null || text === "") return null
    const { orgId } = yield* Caller
    return yield* personKeys.seal(orgId, [new Personal(key, text)])
  })

  /** Stored texts as people read them; nulls stay. */
  const reveal = Effect.fnUntraced(function* (texts: ReadonlyArray<string | null>) {
    const { orgId } = yield* Caller
    const stored = texts.filter((text) => text !== null)
    const read = stored.length === 0 ? [] : yield* personKeys.reveal(orgId, stored)
    let next = 0
    return texts.map((text) => (text === null ? null : (read[next++] ?? null)))
  })

  const reseal = Effect.fnUntraced(function* (key: PersonKeyId, sealed: string | null) {
    const [text = null] = yield* reveal([sealed])
    return yield* seal(key, text)
  })

  /** The rows without what is theirs alone, in their order. */
  const present = Effect.fnUntraced(function* <Row extends InitiationRow>(rows: ReadonlyArray<Row>) {
    const reasons = yield* reveal(rows.map((row) => row.sealed_rejection_reason))
    return rows.map((row, index) => ({
      ...row,
      notes: shownNotes(row.sealed_notes),
      rejection_reason: reasons[index] ?? null
    }))
  })

  const presentOne = Effect.fnUntraced(function* (row: InitiationRow) {
    const [reason = null] = yield* reveal([row.sealed_rejection_reason])
    const shown: Initiation = { ...row, notes: shownNotes(row.sealed_notes), rejection_reason: reason }
    return shown
  })

  const presentSteps = Effect.fnUntraced(function* (steps: ReadonlyArray<StepRow>) {
    const notes = yield* reveal(steps.map((step) => step.sealed_notes))
    const delegationNotes = yield* reveal(steps.map((step) => step.sealed_delegation_notes))
    return steps.map((step, index): StepHistoryEntry => ({
      ...step,
      notes: notes[index] ?? null,
      delegation_notes: delegationNotes[index] ?? null
    }))
  })

  return { seal, reseal, present, presentOne, presentSteps }
})
