import { Cause, Predicate, Schema } from "effect"
import path from "node:path"
import { innermostMessage } from "#platform/process/start-failed"

const longest = 300

// Keeps the path of a schema error and drops the value of a database error: either may be a person's name.
const refusedAt = (message: string) =>
  [...message.matchAll(/at (\[[\w"'\][-]*\])\s*$/gm)].map(([, place]) => place).join(", ")
const withoutValue = (message: string) => message.replace(/: "[\s\S]*$/, "")

const tagOf = (error: unknown) =>
  Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag)
    ? error._tag
    : error instanceof Error
      ? error.name
      : undefined

const reasonOf = (error: unknown) =>
  Predicate.hasProperty(error, "reason") && !Predicate.isString(error.reason) ? tagOf(error.reason) : undefined

/** Errors of both addresses of a host have no message of their own. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? (error.errors[0] ?? error) : error)

const errorText = (given: unknown): string => {
  const error = firstOf(given)
  if (Predicate.isString(error)) return error.slice(0, longest)
  const names = [tagOf(error), reasonOf(error)].filter((name) => name !== undefined).join(" ")
  if (Schema.isSchemaError(error)) return `${names} ${refusedAt(error.message)}`.trim()
  const said = innermostMessage(error)
  const reason = Predicate.hasProperty(error, "reason") && Predicate.isString(error.reason) ? error.reason : ""
  const message = withoutValue(said === "" ? reason : said)
  return [names, message]
    .filter((part) => part !== "")
    .join(": ")
    .slice(0, longest)
}

/** One line that tells why, innermost reason included, without a stack and without the values that were refused. */
export const causeText = (cause: Cause.Cause<unknown>): string => {
  const errors = cause.reasons.flatMap((reason) => {
    if (Cause.isFailReason(reason)) return [errorText(reason.error)]
    return Cause.isDieReason(reason) ? [errorText(reason.defect)] : []
  })
  return errors.length === 0 ? "interrupted" : [...new Set(errors)].slice(0, 3).join("; ")
}

/** The same for what was logged as an error without a cause around it. */
export const thrownText = errorText

const here = `${path.resolve(".")}/`
const frames = 4

/** Where a defect came from, nearest first; none of what was to be expected. */
export const causeOrigin = (cause: Cause.Cause<unknown>): string | undefined => {
  const defect = cause.reasons.find(Cause.isDieReason)?.defect
  if (!(defect instanceof Error) || defect.stack === undefined) return undefined
  const lines = defect.stack
    .split("\n")
    .map((line) => /^\s+at (.+)$/.exec(line)?.[1])
    .filter((line) => line !== undefined)
    .filter((line) => !/node_modules|node:internal/.test(line))
    .map((line) => line.replace("file://", "").replace(here, ""))
  return lines.length === 0 ? undefined : lines.slice(0, frames).join(" < ")
}
