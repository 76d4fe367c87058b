import { severityOf } from "@svc/contract/siem/events"
import type { AuditFields, RevocationFields } from "@svc/contract/siem/payloads"
import type { SiemContent, SiemEvent } from "./event.ts"
import { happenedAt, resultsOf } from "./payload.ts"
import { readableName, summaryOf } from "./entry-sentences.ts"

/** Severity is 7 for high and 3 for info (cef-2). */
const severityNumber = { high: 7, info: 3 } as const

/**
 * In the header `|` and backslash are escaped; a line cannot be broken there, so whatever breaks or orders is a space.
 */
const inHeader = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").replace(/[\\|]/g, "\\$&")

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "=": "\\=", "\n": "\\n", "\r": "\\r" }

/**
 * What some readers treat as line ends in addition to the two: vertical tab, form feed, file to record separator, NEL,
 * U+2028 and U+2029.
 */
const isLineBreak = (character: string) => "\v\f\x1c\x1d\x1e\x85\u2028\u2029".includes(character)

const named = (character: string) => `\\\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`

/**
 * Two characters for each of these. Any other line break becomes `
 * ` too, and any other control character its number after an escaped backslash.
 */
const inValue = (text: string) =>
  text.replace(
    /[\\=\p{Cc}\u2028\u2029]/gu,
    (character) => escapes[character] ?? (isLineBreak(character) ? "\\n" : named(character))
  )

const pair = (key: string, value: string | null) => (value === null || value === "" ? "" : ` ${key}=${inValue(value)}`)

/** A custom key means nothing without its label, and a label nothing without its value. */
const labelled = (key: string, label: string, value: string | null) =>
  value === null || value === "" ? "" : ` ${key}Label=${label} ${key}=${inValue(value)}`

const domainOf = (address: string | null) => {
  const at = address?.lastIndexOf("@") ?? -1
  return address === null || at < 0 ? null : address.slice(at + 1)
}

const actor = (entry: AuditFields | null, id: string | null) =>
  pair("suser", entry === null ? null : entry.actor_name) + pair("suid", id)

const resultsText = (results: RevocationFields["revocation_results"]) =>
  results.length === 0
    ? null
    : // What JSON leaves as it is and a line of CEF cannot hold.
      JSON.stringify(resultsOf(results)).replace(
        /[\u007f-\u009f\u2028\u2029]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`
      )

/** The pairs between `cat` and `cs5`, in the documented order (cef-5, cef-6). */
const pairsOf = (content: SiemContent, orgId: string): string => {
  const organisation = labelled("cs1", "orgId", orgId)
  switch (content._tag) {
    case "Entry": {
      const { entry } = content
      return (
        actor(entry, entry.actor_id) +
        pair("externalId", entry.audit_id) +
        pair("msg", entry.details) +
        organisation +
        labelled("cs2", "target", entry.target)
      )
    }
    case "Revocation": {
      const { entry, fields } = content
      return (
        actor(entry, fields.actor_id) +
        pair("duser", fields.employee_name) +
        pair("duid", fields.offboarding_id) +
        pair("externalId", fields.offboarding_id) +
        pair("msg", summaryOf(content)) +
        organisation +
        labelled("cs2", "target", entry === null ? null : entry.target) +
        labelled("cs3", "trigger", fields.trigger) +
        labelled("cn1", "appsInRun", String(fields.revoked_services.length)) +
        labelled("flexString1", "revocationResults", resultsText(fields.revocation_results))
      )
    }
    case "StatusChanged": {
      const { fields } = content
      return (
        actor(null, fields.actor_id) +
        pair("duser", fields.employee_name) +
        pair("dntdom", domainOf(fields.employee_email)) +
        pair("duid", fields.offboarding_id) +
        pair("externalId", fields.offboarding_id) +
        pair("msg", summaryOf(content)) +
        organisation +
        labelled("cs3", "trigger", fields.trigger) +
        labelled("cs4", "statusChange", `${fields.previous_status} -> ${fields.new_status}`)
      )
    }
    case "Test":
      return pair("msg", content.message) + organisation
  }
}

/**
 * One event as one line of CEF (cef-2). The chain's fields, which have no documented key, stand under keys of
 * the format that the table leaves free: cn2 `seq`, cs6 `entryHash`, flexString2 `prevHash`.
 */
export const cefOf = (event: SiemEvent): string => {
  const { chain, content, orgId, replayed, type } = event
  const severity = severityOf(type)
  const header = `CEF:0|Svc|Svc|1.0|${inHeader(type)}|${inHeader(readableName(type))}|${severityNumber[severity]}|`
  return (
    `${header}rt=${happenedAt(event)} act=${inValue(type)} cat=${severity}` +
    pairsOf(content, orgId) +
    (replayed ? labelled("cs5", "origin", "batch_export") : "") +
    (chain === null
      ? ""
      : labelled("cn2", "seq", String(chain.seq)) +
        labelled("cs6", "entryHash", chain.entry_hash) +
        labelled("flexString2", "prevHash", chain.prev_hash))
  )
}
