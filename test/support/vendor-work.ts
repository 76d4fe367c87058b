import type { LabVendor } from "@svc/lab/every-vendor"
import { type RunningVendor, startVendor, type VendorDefinition } from "@svc/lab/vendor"
import { Effect, Record } from "effect"
import { TestClock } from "effect/testing"
import { VendorLimits } from "#connections/vendors/protocol/limits"

/** A vendor's stand-in that ends with the test. */
export const running = <State>(definition: VendorDefinition<State>) =>
  Effect.acquireRelease(
    Effect.promise((): Promise<RunningVendor<State>> => startVendor(definition)),
    (vendor) => Effect.promise(() => vendor.close())
  )

/** These stand-ins, which end with the test. */
export const allRunning = <Name extends string>(vendors: Readonly<Record<Name, LabVendor>>) =>
  Effect.all(
    Record.map(vendors, ({ start }) =>
      Effect.acquireRelease(
        Effect.promise(() => start({})),
        (vendor) => Effect.promise(() => vendor.close())
      )
    )
  )

const tick = Effect.andThen(TestClock.withLive(Effect.sleep("10 millis")), TestClock.adjust("10 millis"))

/** Calls of a fraction of a second: what is due is told by the test's clock, which follows the machine's meanwhile. */
export const whileCalling = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    Effect.provideService(work, VendorLimits, { call: "400 millis", verifyWaits: ["0 seconds"] }),
    Effect.forever(tick)
  )
