import { holdAgainst, tellSignatures } from "./anchors-check.ts"
import type { Breathe } from "./chain-check.ts"
import { tellClosing, tellContinuity, tellExported } from "./closing.ts"
import { type Finding, makeFindings } from "./findings.ts"
import { type PublicKey, readKey } from "./keys.ts"
import { type DrawnSample, drawSample, type SampleWish } from "./leaver-draw.ts"
import { type Shape, shapeOf } from "./shapes.ts"
import { type Gathered, readSubject, type Run } from "./subjects.ts"
import { Keys } from "./trust.ts"

export type { Finding, Outcome, Where } from "./findings.ts"

/** A file to check. The name is only for telling it apart; what it is, its bytes say. */
export interface Input {
  readonly name: string
  readonly bytes: Uint8Array
  /** What it was given as; anything else in its place is refused. A key that was not given as one came with the files. */
  readonly as?: "Key" | "Anchors" | "Signature"
}

/**
 * `proven`: everything that could be checked holds, and a key that the auditor brought vouches for all of each file.
 * `unvouched`: every check passed, but some without a key, or with a key that came with the files.
 * `failed`: something does not hold. `unreadable`: a file could not be checked, or nothing was.
 */
export type Verdict = "proven" | "unvouched" | "failed" | "unreadable"

/** A key that took part. */
export interface ReportedKey {
  readonly keyId: string
  /** SHA-256 of the key's DER form, 64 hex digits: what people compare. */
  readonly fingerprint: string
  /** Whether the auditor brought it; else it only came with the files. */
  readonly given: boolean
}

export interface Report {
  readonly verdict: Verdict
  readonly headline: string
  readonly keys: ReadonlyArray<ReportedKey>
  readonly findings: ReadonlyArray<Finding>
  /** Of each leaver test, where samples were asked for. */
  readonly samples?: ReadonlyArray<DrawnSample>
}

const headlines: Readonly<Record<Verdict, string>> = {
  proven: "All checks passed",
  unvouched: "The files are consistent, but none of your keys vouches for all of them",
  failed: "Verification failed",
  unreadable: "Nothing was proven"
}

const verdictOf = (findings: ReadonlyArray<Finding>, { partly, vouched }: Gathered): Verdict => {
  const has = (outcome: Finding["outcome"]) => findings.some((finding) => finding.outcome === outcome)
  if (has("failed")) return "failed"
  if (has("unreadable") || !has("proven")) return "unreadable"
  return vouched.size > 0 && partly.size === 0 && [...vouched.values()].every(Boolean) ? "proven" : "unvouched"
}

interface Shaped extends Input {
  readonly shape: Shape
}

/** A key that lies among the files may be the forger's: only one that was given as a key is the auditor's. */
const readKeys = (inputs: ReadonlyArray<Shaped>, run: Pick<Run, "findings">): Keys => {
  const given: Array<PublicKey> = []
  const carried: Array<PublicKey> = []
  for (const { as, name, shape } of inputs) {
    if (shape._tag !== "Key") continue
    const reading = readKey(shape.pem)
    if (reading._tag === "Key") (as === "Key" ? given : carried).push(reading.key)
    else run.findings.unreadable("The key could not be used.", reading.why, { file: name })
  }
  const keys = new Keys(given)
  for (const key of carried) keys.carry(key)
  return keys
}

/** Detached signatures: each must belong to one of the files. */
const checkDetached = (inputs: ReadonlyArray<Shaped>, { findings, gathered, keys }: Run) => {
  const signable = inputs.filter(({ shape }) => !["Key", "Signature", "Unknown"].includes(shape._tag))
  for (const { name, shape } of inputs) {
    if (shape._tag !== "Signature") continue
    if (keys.given.length + keys.carried.length === 0) {
      findings.notShown("What the signature belongs to.", "There is no key to check it with.", { file: name })
      continue
    }
    const signed = signable
      .map((input) => ({ ...input, ...keys.judge(shape.signature, input.bytes, null) }))
      .find(({ standing }) => standing === "given" || standing === "carried")
    if (signed === undefined) {
      findings.failed(
        "The signature matches none of the files.",
        "The signed file was changed or is not here, or the key is a different one.",
        {
          file: name
        }
      )
      continue
    }
    const isGiven = signed.standing === "given"
    if (isGiven) gathered.vouched.set(signed.name, true)
    findings.proven(
      `The file is signed with the key that ${isGiven ? "you gave" : "came with the files"}, and was not changed since.`,
      `The signature ${name} (Ed25519, key ${signed.key?.keyId}) matches its exact bytes.`,
      { file: signed.name }
    )
  }
}

const checkAnchors = ({ findings, gathered, keys }: Run) => {
  const { anchors, chains, partly, vouched, wholes } = gathered
  const orgIds = [...new Set(chains.map(({ chain }) => chain.orgId))]
  for (const file of new Set(anchors.map((anchor) => anchor.file))) {
    const own = anchors.filter((anchor) => anchor.file === file)
    const page = tellSignatures(file, own, orgIds, keys, findings)
    if (chains.length === 0) {
      vouched.set(file, page.vouched > 0)
      if (page.vouched > 0 && page.vouched < own.length) partly.add(file)
    }
    const stranger = own.find(({ orgId }) => orgId !== undefined && orgIds.length > 0 && !orgIds.includes(orgId))
    if (stranger !== undefined) {
      findings.failed("The anchors belong to another organization than the entries.", `They name ${stranger.orgId}.`, {
        file
      })
    }
  }
  for (const { chain, subject } of chains) {
    const { reach } = holdAgainst(chain, anchors, keys, findings)
    if (reach === 0 || wholes.has(subject) || vouched.get(subject) === true) continue
    vouched.set(subject, true)
    if (reach < chain.last) partly.add(subject)
  }
}

const wanted = { Key: "public key", Anchors: "page of anchors", Signature: "signature" } as const

/** What the input is, and whether it is what it was given as. */
const shapeAsGiven = ({ as, bytes }: Input): Shape => {
  const shape = shapeOf(bytes)
  return as === undefined || shape._tag === as
    ? shape
    : { _tag: "Unknown", why: `It was given as a ${wanted[as]}, but is not one.` }
}

const check = async (inputs: ReadonlyArray<Input>, run: Omit<Run, "keys">): Promise<Keys> => {
  const { findings, gathered } = run
  const shaped = inputs.map((input) => ({ ...input, shape: shapeAsGiven(input) }))
  const keys = readKeys(shaped, run)
  const whole: Run = { ...run, keys }
  for (const { bytes, name, shape } of shaped) {
    await run.breathe()
    await readSubject(name, bytes, shape, whole)
  }
  checkDetached(shaped, whole)
  checkAnchors(whole)
  tellContinuity(
    gathered.chains.map(({ chain }) => chain),
    findings
  )
  tellExported(gathered, findings)
  for (const [file, isVouched] of gathered.vouched) {
    if (keys.given.length > 0 && !isVouched) {
      findings.failed(
        gathered.wholes.has(file)
          ? "The file as a whole is not signed with the key that you gave."
          : "The key that you gave vouches for nothing in this file.",
        gathered.wholes.has(file)
          ? "Without such a signature, anything in it could have been replaced, except entries that anchors vouch for."
          : "It has no signature of that key, and no anchor signed with it covers one of its entries.",
        { file }
      )
    }
  }
  tellClosing(gathered, keys, findings)
  return keys
}

const reported = (keys: Keys): ReadonlyArray<ReportedKey> => [
  ...keys.given.map(({ fingerprint, keyId }) => ({ keyId, fingerprint, given: true })),
  ...keys.carried
    .filter((key) => !keys.given.some(({ keyId }) => keyId === key.keyId))
    .map(({ fingerprint, keyId }) => ({ keyId, fingerprint, given: false }))
]

/**
 * Verifies files of the service offline: exports, bundles, archives, evidence packages, leaver access tests, anchors;
 * public keys and detached signatures are recognized by content. Never fails: what cannot be read is a finding.
 */
export const verify = async (
  inputs: ReadonlyArray<Input>,
  options: { readonly breathe?: Breathe; readonly sample?: SampleWish } = {}
): Promise<Report> => {
  const findings = makeFindings()
  const gathered: Gathered = {
    chains: [],
    anchors: [],
    exported: [],
    vouched: new Map(),
    partly: new Set(),
    wholes: new Set(),
    drawables: [],
    hasReadableTexts: false
  }
  let keys = new Keys([])
  try {
    keys = await check(inputs, { findings, gathered, breathe: options.breathe ?? (async () => {}) })
  } catch (error) {
    findings.unreadable(
      "The check was interrupted.",
      `A file is too large, or not in the expected format (${String(error).slice(0, 120)}).`
    )
  }
  const { sample } = options
  const samples = sample === undefined ? undefined : gathered.drawables.map((drawable) => drawSample(drawable, sample))
  if (samples?.length === 0) {
    findings.unreadable(
      "No sample could be drawn.",
      "None of the files is a leaver access test with a population, a draw, and its anchor."
    )
  }
  const verdict = verdictOf(findings.all(), gathered)
  return {
    verdict,
    headline: headlines[verdict],
    keys: reported(keys),
    findings: findings.all(),
    ...(samples === undefined ? {} : { samples })
  }
}
