/** What a receiver got, as pasted. */
export interface Got {
  readonly secret: string
  readonly body: string
  /** A line for each header. */
  readonly headers: string
  /** Milliseconds since 1970. */
  readonly now: number
  /** What the service sent, if it knows the delivery; null if the delivery is not of this webhook. */
  readonly sent?: Readonly<Record<string, unknown>> | null
}

/** Which part is wrong, with the reason. */
export type Wrong =
  | "secretMissing"
  | "secretCopied"
  | "secretOther"
  | "bodyMissing"
  | "bodySpaces"
  | "bodyRewritten"
  | "bodyChanged"
  | "signatureMissing"
  | "headersChanged"
  | "clockBehind"
  | "clockAhead"
  | "secretOrBody"

export type Verdict =
  | { readonly genuine: true; readonly sentAt: number }
  | { readonly genuine: false; readonly wrong: Wrong; readonly seconds?: number }

/** Clock tolerance. */
const toleranceSeconds = 300

const readLine = (line: string) => {
  const [, name, value] = /^\s*"?([\w-]+)"?\s*:\s*"?(.*?)"?,?\s*$/.exec(line) ?? []
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const]
}

/** Headers by lower-case name; a bare value is taken as the signature its format matches. */
export const headersOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const bare = line.trim()
      if (/^sha256=\w+$/i.test(bare)) return [["x-svc-signature", bare] as const]
      return /^v1,\S+/.test(bare) ? [["webhook-signature", bare] as const] : readLine(line)
    })
  )

const bytesOf = (text: string) => new TextEncoder().encode(text)

const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))

const fromBase64 = (text: string) => {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

const hmac = async (key: Uint8Array<ArrayBuffer>, text: string) => {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
  return new Uint8Array(await crypto.subtle.sign("HMAC", made, bytesOf(text)))
}

/** Both signatures of a body as the service makes them; `standard` also covers delivery ID and timestamp. */
export const signaturesOf = async (secret: string, body: string, headers: Readonly<Record<string, string>>) => {
  const standardKey = fromBase64(secret.replace(/^whsec_/, ""))
  const [id, timestamp] = [headers["webhook-id"], headers["webhook-timestamp"]]
  const hex = [...(await hmac(bytesOf(secret), body))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return {
    whole: `sha256=${hex}`,
    standard:
      id === undefined || timestamp === undefined || standardKey.length === 0
        ? undefined
        : `v1,${base64(await hmac(standardKey, `${id}.${timestamp}.${body}`))}`
  }
}

const fitsOf = async (secret: string, body: string, headers: Readonly<Record<string, string>>) => {
  if (secret === "") return { whole: false, standard: false }
  const { standard, whole } = await signaturesOf(secret, body, headers)
  return {
    whole: headers["x-svc-signature"]?.toLowerCase() === whole,
    standard: standard !== undefined && (headers["webhook-signature"] ?? "").split(/\s+/).includes(standard)
  }
}

const objectOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === "object" && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** Common changes to a body in transit, each with the body it started from. */
const otherBodies = ({ body, sent }: Got): ReadonlyArray<readonly [Wrong, string]> => {
  const unix = body.replaceAll("\r\n", "\n")
  const parsed = objectOf(body)
  const timestamp = parsed?.["timestamp"]
  return [
    ["bodySpaces", body.trim()],
    ["bodySpaces", unix],
    ["bodySpaces", unix.trim()],
    ["bodyRewritten", parsed === undefined ? body : JSON.stringify(parsed)],
    ["bodyChanged", sent === undefined || sent === null ? body : JSON.stringify(sent)],
    // An earlier attempt had another timestamp.
    ["bodyChanged", sent === undefined || sent === null ? body : JSON.stringify({ ...sent, timestamp })]
  ]
}

const otherSecrets = (secret: string): ReadonlyArray<string> => {
  const bare = secret.replaceAll(/[\s"']/g, "")
  return [bare, `whsec_${bare.replace(/^whsec_/, "")}`]
}

const isSent = (body: string, sent: Readonly<Record<string, unknown>>) => {
  const parsed = objectOf(body)
  return JSON.stringify(parsed) === JSON.stringify({ ...sent, timestamp: parsed?.["timestamp"] })
}

const inTime = (sentAt: number, now: number): Verdict => {
  const seconds = Math.round(Math.abs(now - sentAt) / 1000)
  if (seconds <= toleranceSeconds) return { genuine: true, sentAt }
  return { genuine: false, wrong: sentAt < now ? "clockBehind" : "clockAhead", seconds }
}

const no = (wrong: Wrong): Verdict => ({ genuine: false, wrong })

/**
 * Verifies a pasted delivery, else finds the wrong part: tries the changes that usually happen to each part, and
 * compares with what the service sent.
 */
export const check = async (got: Got): Promise<Verdict> => {
  const { body, now, secret, sent } = got
  const headers = headersOf(got.headers)
  const isStandard = headers["webhook-signature"] !== undefined && headers["webhook-id"] !== undefined
  if (secret.trim() === "") return no("secretMissing")
  if (body === "") return no("bodyMissing")
  if (headers["webhook-signature"] === undefined && headers["x-svc-signature"] === undefined)
    return no("signatureMissing")
  const fits = await fitsOf(secret, body, headers)
  if (fits.standard) {
    const isWhole = headers["x-svc-signature"] === undefined || fits.whole
    if (isWhole) return inTime(Number(headers["webhook-timestamp"]) * 1000, now)
    // Only the other signature is keyed with `whsec_` included.
    return no(secret.startsWith("whsec_") ? "headersChanged" : "secretCopied")
  }
  if (fits.whole) {
    const timestamp = objectOf(body)?.["timestamp"]
    // The time the event was recorded: a retry stays genuine long after.
    return isStandard ? no("headersChanged") : { genuine: true, sentAt: Date.parse(String(timestamp)) }
  }
  const fitsWith = async (secret: string, body: string) => {
    const { standard, whole } = await fitsOf(secret, body, headers)
    return standard || whole
  }
  for (const [wrong, other] of otherBodies(got)) {
    if (await fitsWith(secret, other)) return no(wrong)
  }
  for (const other of otherSecrets(secret)) {
    for (const text of [body, ...otherBodies(got).map(([, text]) => text)]) {
      if (await fitsWith(other, text)) return no("secretCopied")
    }
  }
  // Test events are not in the delivery log.
  const isUnknown = sent === null && objectOf(body)?.["event"] !== "ping"
  return no(isUnknown || (sent && isSent(body, sent)) ? "secretOther" : "secretOrBody")
}
