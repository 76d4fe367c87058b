import type { PlanChange, ProposalKind } from "@svc/contract/initiations/schema"
import type { PreviewedApp } from "@svc/contract/revocations/schema"
import { Schema } from "effect"
import { hash } from "node:crypto"

/** One thing that is agreed to. `says` shows it, where it is nothing about a person; the digest tells whether it is the same. */
export const PlanPart = Schema.Struct({
  part: Schema.String,
  says: Schema.NullOr(Schema.String),
  digest: Schema.String
})
export type PlanPart = typeof PlanPart.Type

/** What would be done if it were approved now. */
export interface Plan {
  readonly kind: ProposalKind
  /** All that names the person, as the initiation, the directory and the case have it. */
  readonly person: ReadonlyArray<string | null>
  /** `YYYY-MM-DD`. */
  readonly exitDate: string
  /** The day is past in the organization's zone, so access would be revoked immediately. */
  readonly isPast: boolean
  readonly reason: string
  readonly apps: ReadonlyArray<PreviewedApp>
}

/** Lists only, in a fixed order: the same plan is the same text. */
type Canonical = string | null | boolean | ReadonlyArray<Canonical>

const sha256 = (value: Canonical) => hash("sha256", JSON.stringify(value))

const partOf = (part: string, says: string | null, value: Canonical): PlanPart => ({
  part,
  says,
  digest: sha256(value)
})

const methodsOf = ({ calls, left_behind, note }: PreviewedApp) => {
  const account = calls.length === 0 ? (note ?? "no calls") : calls.map(({ method }) => method).join(", ")
  return left_behind.length === 0 ? account : `${account}; orphaned items: ${left_behind.length}`
}

const canonicalCalls = (calls: PreviewedApp["calls"]) => calls.map(({ method, url }) => [method, url])

/** What identifies an item and its outcome: its label has counts, which change with each scan. */
const canonicalItems = (items: PreviewedApp["left_behind"]) =>
  items
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ calls, closing, id, kind, new_owner_email }) => [id, kind, closing, new_owner_email, canonicalCalls(calls)])

/** A plan in parts, each with its digest; the order of the apps does not matter. */
export const partsOf = ({ apps, exitDate, isPast, kind, person, reason }: Plan): ReadonlyArray<PlanPart> => [
  partOf("kind", kind, kind),
  partOf("person", null, person),
  partOf("last day", isPast ? `${exitDate}, which has passed` : exitDate, [exitDate, isPast]),
  partOf("reason", reason, reason),
  ...(apps.length === 0 ? [partOf("apps", "nothing to revoke", [])] : []),
  ...apps
    .toSorted((a, b) => (a.service < b.service ? -1 : 1))
    .map((app) =>
      partOf(`app ${app.service}`, methodsOf(app), [
        app.service,
        app.note,
        canonicalCalls(app.calls),
        // Omitted if there are none, so that earlier proposals keep their digest.
        ...(app.left_behind.length === 0 ? [] : [canonicalItems(app.left_behind)])
      ])
    )
]

/** SHA-256 in hex over the parts: what is agreed to. */
export const digestOf = (parts: ReadonlyArray<PlanPart>): string =>
  sha256(parts.map(({ digest, part }) => [part, digest]))

/** What is another now than it was proposed; empty when nothing is. */
export const changesSince = (
  proposed: ReadonlyArray<PlanPart>,
  now: ReadonlyArray<PlanPart>
): ReadonlyArray<PlanChange> => {
  const names = [...new Set([...proposed, ...now].map(({ part }) => part))]
  return names.flatMap((part) => {
    const was = proposed.find((one) => one.part === part)
    const is = now.find((one) => one.part === part)
    return was?.digest === is?.digest ? [] : [{ part, was: was?.says ?? null, is: is?.says ?? null }]
  })
}

/** The change in words: `app github (was DELETE, is Not connected any more)`. */
export const sayChange = ({ is, part, was }: PlanChange): string => {
  if (was === null && is === null) return part
  if (was === null) return `${part} (new: ${is})`
  if (is === null) return `${part} (was ${was}, no longer exists)`
  return was === is ? `${part} (the same calls, to another URL)` : `${part} (was ${was}, is ${is})`
}

const longestName = 80

/**
 * A client's self-chosen name, for entries and screens: letters, digits, and the punctuation of names only, in one line
 * of at most 80 characters. It can claim anything, but must not look like more than a name.
 */
export const cleanAgent = (name: string, version: string): string => {
  const clean = (text: string) =>
    text
      .normalize("NFKC")
      .replaceAll(/[^\p{L}\p{N} ._/@+-]/gu, " ")
      .replaceAll(/\s+/g, " ")
      .trim()
  const told = [clean(name), clean(version)].filter((text) => text !== "").join(" ")
  return told === "" ? "an unnamed client" : [...told].slice(0, longestName).join("").trim()
}
