/**
 * The end of an entry's details, inside of the hash: who acted by which credential, and what the entry is about.
 *
 *     <what happened> | by <who>[ | key <id of the API key>][ | case <id>][ | employee <id>]
 *
 * `<who>` of a member is their name of that time, sealed; else words. Entries from before have none.
 */
export interface Trailer {
  /** As stored: a sealed name, or words such as `API key CI (svc_live_1a2b)` and `the job org-exports`. */
  readonly by: string
  readonly apiKeyId: string | null
  readonly offboardingId: string | null
  readonly orgEmployeeId: string | null
}

export interface SplitDetails {
  /** What happened. */
  readonly said: string
  /** Null of an entry from before. */
  readonly trailer: Trailer | null
}

const id = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
/** Stored actor of a request without a signed-in user: part of what is hashed, so it cannot be reworded. */
export const withoutUser = "nobody signed in"
const who =
  `(\\[\\[aps:v1:[0-9a-f-]{36}:[A-Za-z0-9_-]+\\]\\]|\\[withheld\\]|API key [^|]*|SCIM|${withoutUser}|the (?:operator|service|portal|auditor link|job [a-z-]+)|Deleted user)` +
  `(?: \\| key (${id}))?(?: \\| case (${id}))?(?: \\| employee (${id}))?$`
const end = new RegExp(`^${who}`)

/** Stored details that have a trailer, as a regular expression of PostgreSQL as well. */
export const trailerPattern = `(^| \\| )by ${who}`

const opening = "by "
const joint = " | "

/** Text in a trailer: it cannot contain the separator of its parts. */
export const inTrailer = (text: string): string => text.replaceAll("|", "\u00a6")

/** The part after `<who>`. */
export const subjectsText = (ids: Omit<Trailer, "by">): string =>
  (ids.apiKeyId === null ? "" : `${joint}key ${ids.apiKeyId.toLowerCase()}`) +
  (ids.offboardingId === null ? "" : `${joint}case ${ids.offboardingId.toLowerCase()}`) +
  (ids.orgEmployeeId === null ? "" : `${joint}employee ${ids.orgEmployeeId.toLowerCase()}`)

/** What stands before `<who>`. */
export const trailerOpening = (said: boolean): string => (said ? joint + opening : opening)

/** Stored details in their parts. The last opening counts: what happened may hold texts of people. */
export const splitDetails = (details: string): SplitDetails => {
  const at = details.lastIndexOf(joint + opening)
  const start = at >= 0 ? at + joint.length : details.startsWith(opening) ? 0 : -1
  const match = start < 0 ? null : end.exec(details.slice(start + opening.length))
  const by = match?.[1]
  return by === undefined
    ? { said: details, trailer: null }
    : {
        said: details.slice(0, Math.max(at, 0)),
        trailer: {
          by,
          apiKeyId: match?.[2] ?? null,
          offboardingId: match?.[3] ?? null,
          orgEmployeeId: match?.[4] ?? null
        }
      }
}

const isSealed = ({ by }: Trailer) => by.startsWith("[[aps:")

/** The details for people, with encrypted values as stored: the member has a separate field, ids are for machines. */
export const shownDetails = ({ said, trailer }: SplitDetails): string =>
  trailer === null || isSealed(trailer) || trailer.by === "[withheld]" || trailer.by === "Deleted user"
    ? said
    : `${said}${trailerOpening(said !== "")}${trailer.by}`

/** The encrypted name of the acting member; null for other actors and for older entries. */
export const sealedActor = ({ trailer }: SplitDetails): string | null =>
  trailer !== null && isSealed(trailer) ? trailer.by : null
