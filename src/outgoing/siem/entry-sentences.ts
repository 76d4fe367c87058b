import type { SiemContent } from "./event.ts"

const abbreviations: ReadonlyMap<string, string> = new Map([
  ["ad", "AD"],
  ["api", "API"],
  ["apps", "apps"],
  ["azure", "Azure"],
  ["google", "Google"],
  ["hris", "HRIS"],
  ["it", "IT"],
  ["pdf", "PDF"],
  ["scim", "SCIM"],
  ["siem", "SIEM"],
  ["sla", "SLA"],
  ["sms", "SMS"],
  ["sso", "SSO"],
  ["teams", "Teams"]
])

const readable = (eventType: string) => {
  const words = eventType.split(/[._]/).map((word) => abbreviations.get(word) ?? word)
  const text = words.join(" ")
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

// There are as many as there are audit actions.
const readableNames = new Map<string, string>()

/** `api_key.created` as people say it: "API key created". */
export const readableName = (eventType: string): string => {
  const known = readableNames.get(eventType)
  if (known !== undefined) return known
  const name = readable(eventType)
  readableNames.set(eventType, name)
  return name
}

const apps = (count: number) => (count === 1 ? "1 app" : `${count} apps`)

const endings = [
  { outcomes: ["revoked"], words: "revoked" },
  { outcomes: ["failed", "stopped"], words: "failed" },
  { outcomes: ["manual_required"], words: "to be removed manually" },
  { outcomes: ["skipped"], words: "skipped" }
] as const satisfies ReadonlyArray<{ outcomes: ReadonlyArray<string>; words: string }>

/** One sentence for people about a run or a move to another stage. Nothing personal is in it. */
export const summaryOf = (content: Extract<SiemContent, { readonly _tag: "Revocation" | "StatusChanged" }>): string => {
  if (content._tag === "StatusChanged") {
    return `The offboarding moved from ${content.fields.previous_status} to ${content.fields.new_status}`
  }
  const { revocation_results: results, revoked_services: services } = content.fields
  const counted = endings.flatMap(({ outcomes, words }) => {
    const count = results.filter(({ outcome }) => outcomes.some((one) => one === outcome)).length
    return count === 0 ? [] : [`${count} ${words}`]
  })
  const ended =
    content.name === "revocation_failed"
      ? `Access could not be revoked in every one of ${apps(services.length)}`
      : `Access revocation ended for ${apps(services.length)}`
  return counted.length === 0 ? ended : `${ended}: ${counted.join(", ")}`
}
