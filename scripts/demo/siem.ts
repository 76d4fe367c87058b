import { SiemTarget } from "@svc/contract/siem/schema"
import { DateTime, Effect, Schedule, Schema } from "effect"
import type { signIn } from "./customer.ts"
import { DemoFailed } from "./demo-failed.ts"
import type { NeighboursControl, SiemCopy } from "./neighbours-control.ts"
import { step } from "./printer.ts"

type Session = Effect.Success<ReturnType<typeof signIn>>

const Tested = Schema.Struct({ success: Schema.Literal(true), status: Schema.Int })

/** A target of an earlier start is moved to where the collector listens now: another port of the same host. */
export const connectSplunk = Effect.fnUntraced(function* (session: Session, neighbours: NeighboursControl) {
  const { token, url } = yield* neighbours.splunk
  const name = "Splunk"
  const known = (yield* session.ask("GET", "/api/siem-targets", 200, Schema.Array(SiemTarget))).find(
    (one) => one.name === name
  )
  const target =
    known === undefined
      ? yield* session.ask("POST", "/api/siem-targets", 201, SiemTarget, {
          name,
          type: "splunk_hec",
          endpoint_url: url,
          token,
          allEvents: true,
          chain_fields: true
        })
      : yield* session.ask("PATCH", `/api/siem-targets/${known.id}`, 200, SiemTarget, { endpoint_url: url, token })
  const tested = yield* session.ask("POST", `/api/siem-targets/${target.id}/test`, 200, Tested, {})
  step(
    known === undefined ? "Stream to a SIEM: POST /api/siem-targets" : "Stream to a SIEM: PATCH /api/siem-targets/{id}",
    `${known === undefined ? 201 : 200} ${target.type}, all events, with their position in the chain; the response to the test event was ${tested.status}`
  )
  return yield* DateTime.now
})

/** The first gap in the copy. Two events can report one entry. */
const gapIn = (copy: ReadonlyArray<SiemCopy>): string | undefined => {
  const entries = [...new Map(copy.map((one) => [one.seq, one])).values()].toSorted((a, b) => a.seq - b.seq)
  for (const [index, entry] of entries.entries()) {
    const before = entries[index - 1]
    if (before !== undefined && before.entry_hash !== entry.prev_hash) {
      return `an entry between ${before.seq} and ${entry.seq} is missing`
    }
  }
  return undefined
}

/** Checks the collector's copy of the log since then without the service, complete and with one entry removed. */
export const showCopy = Effect.fnUntraced(function* (neighbours: NeighboursControl, since: DateTime.Utc) {
  const copied = Effect.map(neighbours.siemCopy, (events) =>
    events.filter(({ timestamp }) => DateTime.isGreaterThanOrEqualTo(timestamp, since))
  )
  const copy = yield* copied.pipe(
    Effect.filterOrFail(
      (events) => events.some(({ event_type }) => event_type === "audit_chain_verified") && gapIn(events) === undefined,
      () => undefined
    ),
    Effect.retry({ schedule: Schedule.spaced("250 millis"), times: 80, while: (error) => error === undefined }),
    Effect.mapError((error) => error ?? new DemoFailed({ message: "The collector's copy of the log is incomplete" }))
  )
  const victim = copy[Math.floor(copy.length / 2)]?.seq
  const gap = gapIn(copy.filter(({ seq }) => seq !== victim))
  if (gap === undefined) return yield* new DemoFailed({ message: "The copy does not show that an entry is missing" })
  const high = copy.filter(({ severity }) => severity === "high").map(({ event_type }) => event_type)
  step(
    "The same log in Splunk, as its emulator received it",
    `${copy.length} events, each entry linked to the one before; of high severity: ${[...new Set(high)].join(", ")}`,
    `with one entry deleted, the copy alone shows it: ${gap}`
  )
})
