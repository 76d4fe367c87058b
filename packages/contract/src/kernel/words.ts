/** Words that people write in capitals. */
const capitals = new Map([
  ["api", "API"],
  ["hris", "HRIS"],
  ["it", "IT"],
  ["nda", "NDA"],
  ["pdf", "PDF"],
  ["scim", "SCIM"],
  ["sla", "SLA"]
])

/** A name of the contract as people read it: `it_revocation` is `IT revocation`, `offboarding.created` `Offboarding created`. */
export const inWords = (name: string): string => {
  const text = name
    .split(/[._]/)
    .map((word) => capitals.get(word) ?? word)
    .join(" ")
  return text.charAt(0).toUpperCase() + text.slice(1)
}
