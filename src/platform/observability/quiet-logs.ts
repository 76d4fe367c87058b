import { Cause, Clock, Duration, Effect, Logger, Predicate, References } from "effect"
import { databaseAway } from "#platform/database/away"
import { CurrentRequest } from "./request-record.ts"
import { innermostMessage } from "#platform/process/start-failed"

type Entry = Logger.Options<unknown>

/** The identity of a failure, and its one line. */
interface Failure {
  readonly key: string
  readonly line: string
  /** Its line says all: the stack would be the same kilobytes again and again. */
  readonly known: boolean
}

interface Window {
  readonly opened: number
  leftOut: number
  last: { readonly entry: Entry; readonly failure: Failure }
}

const length = Duration.toMillis("1 minute")
/** Maximum distinct failures that are tracked at the same time. */
const mostWindows = 1000

const partsOf = ({ message }: Entry): ReadonlyArray<unknown> => (Array.isArray(message) ? message : [message])

/** Plain objects of what was logged: the fields of its line. */
const fieldsIn = (entry: Entry) =>
  partsOf(entry).filter((part) => Predicate.isObject(part) && !(part instanceof Error) && !("_tag" in part))

const failureOf = (entry: Entry): Failure | undefined => {
  if (entry.logLevel !== "Warn" && entry.logLevel !== "Error" && entry.logLevel !== "Fatal") return undefined
  const parts = partsOf(entry)
  const errors = parts.filter((part) => part instanceof Error)
  const reasons = errors.map((error) => Cause.makeFailReason(error))
  const cause = Cause.fromReasons<unknown>([...entry.cause.reasons, ...reasons])
  if (cause.reasons.length === 0) return undefined
  const text = parts.filter((part) => typeof part === "string").join(" ")
  const { source } = entry.fiber.getRef(References.CurrentLogAnnotations)
  const ofRequest = entry.fiber.getRef(CurrentRequest) !== undefined
  const away = databaseAway(cause)
  if (away !== undefined) {
    const from = source ?? (ofRequest ? "requests" : "background")
    return { key: `the database is unavailable: ${String(from)}`, line: `${text}: ${away.reason}`, known: true }
  }
  // A request's own failure keeps its line; background failures repeat.
  if (ofRequest && source === undefined) return undefined
  const line = `${text}: ${innermostMessage(Cause.squash(cause))}`
  return { key: `${line} ${JSON.stringify(fieldsIn(entry))}`, line, known: false }
}

const inOneLine = (entry: Entry, line: string): Entry => ({
  ...entry,
  message: [line, ...fieldsIn(entry)],
  cause: Cause.empty
})

/**
 * Log deduplication: one line a minute per repeated failure. While the database is down, one per source (jobs,
 * requests, readiness), with the innermost reason and no stack; for other background failures one per reason. The next
 * line counts the suppressed ones (platform-17). In memory per process; at most `mostWindows` kinds.
 */
export const quieted = Effect.fnUntraced(function* (logger: Logger.Logger<unknown, unknown>) {
  const windows = new Map<string, Window>()

  const settle = (key: string, { last, leftOut }: Window, now: number) => {
    windows.delete(key)
    if (leftOut === 0) return
    const { entry, failure } = last
    const others = leftOut === 1 ? "" : ` (${leftOut} times in a minute)`
    logger.log(inOneLine({ ...entry, date: new Date(now) }, `${failure.line}${others}`))
    windows.set(key, { opened: now, leftOut: 0, last })
  }

  const settleWhere = (isDue: (window: Window, now: number) => boolean) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      for (const [key, window] of Array.from(windows)) if (isDue(window, now)) settle(key, window, now)
    })

  yield* Effect.addFinalizer(() => settleWhere(() => true))
  yield* settleWhere(({ opened }, now) => now - opened >= length).pipe(
    Effect.delay("1 second"),
    Effect.forever,
    Effect.forkScoped
  )

  return Logger.make<unknown, void>((entry) => {
    const failure = failureOf(entry)
    if (failure === undefined) return void logger.log(entry)
    const window = windows.get(failure.key)
    if (window !== undefined) {
      window.leftOut += 1
      window.last = { entry, failure }
      return
    }
    if (windows.size < mostWindows) {
      windows.set(failure.key, { opened: entry.date.getTime(), leftOut: 0, last: { entry, failure } })
    }
    logger.log(failure.known ? inOneLine(entry, failure.line) : entry)
  })
})
