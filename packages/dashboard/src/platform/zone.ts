import { TimeZoneName } from "@svc/contract/kernel/dates"
import { Schema } from "effect"
import { Atom } from "effect/reactivity"
import { registry } from "#state/registry.ts"

/** The time zone of the browser. */
export const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone
const isKnown = Schema.is(TimeZoneName)

/** Time zone of all times: the organization's; before sign-in the browser's. */
export const zone = Atom.keepAlive(Atom.make(browsers))

/** Sets the time zone, unless the browser is too old to know it. */
export const keepTimeOf = (name: string | null) => registry.set(zone, name !== null && isKnown(name) ? name : browsers)
