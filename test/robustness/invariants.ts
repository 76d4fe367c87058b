import { assert } from "@effect/vitest"
import { Predicate } from "effect"
import type { ContractRoute } from "#test/support/contract-routes"
import type { Answer } from "./requests.ts"

/** Words of the libraries and of JavaScript, which tell an integrating engineer nothing. */
const jargon =
  /Expected |actual |\bat \[|Error\b|undefined|\[object|Cannot read|is not a function| \| |Redacted|schema|must be [A-Z]+[a-z]+[A-Z]/

/** What holds of every sentence of a refusal. */
export const checkSentence = (error: string, at: string) => {
  assert.isAbove(error.length, 0, at)
  assert.isBelow(error.length, 9_900, at)
  assert.notMatch(error, jargon, at)
}

/** What holds of the answer to whatever request; answers its error sentence, undefined when there is none. */
export const checkDocumented = (route: ContractRoute, answer: Answer, at: string, more: ReadonlyArray<number> = []) => {
  assert.include([...route.statuses, ...more], answer.status, `${at}: ${answer.text.slice(0, 300)}`)
  // 503 says what the operator has not set up, where the contract knows of such a thing.
  if (answer.status !== 503) assert.isBelow(answer.status, 500, at)
  if (answer.status < 400) return undefined
  const { body, text } = answer
  if (!Predicate.hasProperty(body, "error") || typeof body.error !== "string") {
    return assert.fail(`${at}: no { error } in ${text.slice(0, 300)}`)
  }
  assert.isBelow(text.length, 10_000, at)
  checkSentence(body.error, at)
  return body.error
}

// Instants are answered in UTC; an id in a body names another record; the plan is the operator's; notes are sealed; a
// category that is none is `other` (assets-6); why a cut goes on stands beside why an item was settled.
const answeredOtherwise = new Set([
  "expires_at",
  "access_ends_at",
  "id",
  "org_id",
  "created_at",
  "plan",
  "notes",
  "category",
  "reason"
])

/** The texts that were sent stand in the answer as they were sent; blank text may read null. */
export const checkTaken = (sent: unknown, answer: Answer, at: string) => {
  if (!Predicate.isObject(sent) || !Predicate.isObject(answer.body)) return
  const answered = new Map(Object.entries(answer.body))
  for (const [name, value] of Object.entries(sent)) {
    if (typeof value !== "string" || value === "" || answeredOtherwise.has(name) || !answered.has(name)) continue
    if (value.trim() === "" && answered.get(name) === null) continue
    assert.strictEqual(answered.get(name), value, `${at}: ${name}`)
  }
}

/** What the two records have in common is the same. */
export const checkSame = (read: unknown, answered: unknown, at: string) => {
  if (!Predicate.isObject(read) || !Predicate.isObject(answered)) return assert.fail(`${at}: no record was read`)
  const kept = new Map(Object.entries(read))
  for (const [name, value] of Object.entries(answered)) {
    if (kept.has(name)) assert.deepStrictEqual(kept.get(name), value, `${at}: ${name}`)
  }
}
