import { TimeZoneName } from "@svc/contract/kernel/dates"
import { Schema } from "effect"
import { Atom } from "effect/reactivity"
import { registry } from "#state/registry.ts"

const browsers = Intl.DateTimeFormat().resolvedOptions().timeZone
const isKnown = Schema.is(TimeZoneName)

/** In which times are told: the organisation's; the browser's, where it is not known who looks. */
export const zone = Atom.keepAlive(Atom.make(browsers))

/** Tells times in this zone from now on, unless the browser is too old to know it. */
export const keepTimeOf = (name: string | null) => registry.set(zone, name !== null && isKnown(name) ? name : browsers)
