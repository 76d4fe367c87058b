import type { Anchor } from "./anchors-read.ts"
import { readAnchors } from "./anchors-read.ts"
import { sha256Hex } from "./bytes.ts"
import { checkCase } from "./case-check.ts"
import { type Breathe, type Chain, checkChain } from "./chain-check.ts"
import { checkBundle, type Files } from "./containers.ts"
import { csvRecords } from "./csv.ts"
import type { Findings } from "./findings.ts"
import { field, isObject, type JsonObject, textField } from "./json.ts"
import { readKey } from "./keys.ts"
import { checkLeaverTest } from "./leaver-check.ts"
import type { Drawable } from "./leaver-draw.ts"
import { checkManifest } from "./manifest-check.ts"
import { isId, isTime } from "./rows.ts"
import { type Shape, shapeOf } from "./shapes.ts"
import type { Keys } from "./trust.ts"
import { readZip } from "./zip.ts"

/** What the files of one run hold, gathered while they are read. */
export interface Gathered {
  readonly chains: Array<{ readonly chain: Chain; readonly subject: string }>
  readonly anchors: Array<Anchor>
  /** SHA-256 of files whose making the log itself recorded, and the action of that entry. */
  readonly exported: Array<{ readonly file: string; readonly sha256: string; readonly action: string }>
  /** For each file that stands for itself: whether a key that the auditor brought vouches for it. */
  readonly vouched: Map<string, boolean>
  /** Files for which such a key vouches in part only: anyone can chain entries on behind the last anchor, or add anchors. */
  readonly partly: Set<string>
  /** Files of which only a signature over the whole vouches for all that is in them: anchors know nothing but entries. */
  readonly wholes: Set<string>
  /** The leaver tests among them of which a sample can be drawn. */
  readonly drawables: Array<Drawable>
  hasReadableTexts: boolean
}

export interface Run {
  readonly keys: Keys
  readonly findings: Findings
  readonly gathered: Gathered
  readonly breathe: Breathe
}

const tellCount = (file: string, json: JsonObject, length: number, findings: Findings) => {
  const said = field(json, "row_count")
  if (said !== length) {
    findings.failed(
      "The number of entries is not the stated one.",
      `It says ${String(said).slice(0, 30)} and holds ${length}.`,
      {
        file
      }
    )
  }
}

const readExport = async (file: string, subject: string, json: JsonObject, run: Run) => {
  const { breathe, findings, gathered } = run
  const rows = field(json, "rows")
  const skeleton = field(json, "skeleton") ?? []
  if (!Array.isArray(rows) || !Array.isArray(skeleton) || !isTime(field(json, "exported_at"))) {
    findings.unreadable("The export could not be read.", "It must hold exported_at, rows and skeleton.", { file })
    return
  }
  tellCount(file, json, rows.length, findings)
  const chain = await checkChain(file, { rows, skeleton }, findings, breathe)
  if (chain !== undefined) gathered.chains.push({ chain, subject })
  gathered.hasReadableTexts ||= rows.some((row) => isObject(row) && textField(row, "target_text") !== undefined)
}

const carryKey = (file: string, pem: string, keyId: string | undefined, run: Run) => {
  const reading = readKey(pem)
  if (reading._tag === "NoKey")
    run.findings.failed("The key that came with the file is not valid.", reading.why, { file })
  else if (keyId !== undefined && keyId !== reading.key.keyId) {
    run.findings.failed(
      "The key that came with the file has a different ID than stated.",
      `It is ${reading.key.keyId}, not ${keyId.slice(0, 40)}.`,
      {
        file
      }
    )
  } else run.keys.carry(reading.key)
}

const gatherAnchors = (file: string, json: JsonObject | ReadonlyArray<unknown>, run: Run) => {
  const anchors = readAnchors(file, json, run.findings)
  run.gathered.anchors.push(...anchors.slice(0, 10_000))
  if (anchors.length > 10_000)
    run.findings.unreadable("Not all anchors were read.", "There are more than 10,000.", { file })
  if (isObject(json)) {
    const former = field(json, "former_keys")
    for (const key of [field(json, "key"), ...(Array.isArray(former) ? former.slice(0, 100) : [])]) {
      const pem = isObject(key) ? textField(key, "public_key_pem") : undefined
      if (isObject(key) && pem !== undefined) carryKey(file, pem, textField(key, "key_id"), run)
    }
    const contradicted = field(json, "contradicted")
    if (Array.isArray(contradicted) && contradicted.length > 0) {
      run.findings.failed(
        "The service itself marks anchors as contradicted.",
        `${contradicted.length} of the anchors kept outside of the database are no longer part of its log: it was rolled back or rewritten.`,
        { file }
      )
    }
  }
  return anchors
}

const readArchive = async (file: string, subject: string, json: JsonObject, run: Run) => {
  const { breathe, findings, gathered } = run
  const entries = field(json, "entries")
  const page = field(json, "anchors")
  const orgId = field(json, "org_id")
  if (!Array.isArray(entries) || !isObject(page) || !isId(orgId) || !isTime(field(json, "archived_at"))) {
    findings.unreadable("The archive could not be read.", "It must hold org_id, archived_at, entries and anchors.", {
      file
    })
    return
  }
  tellCount(file, json, entries.length, findings)
  const chain = await checkChain(file, { rows: entries, skeleton: [] }, findings, breathe)
  const anchors = gatherAnchors(file, page, run)
  if (chain === undefined) return
  gathered.chains.push({ chain, subject })
  if (chain.orgId !== orgId) {
    findings.failed(
      "The archive belongs to another organization than its entries.",
      `It says ${orgId}, they say ${chain.orgId}.`,
      { file }
    )
  }
  if (!anchors.some(({ entryHash }) => entryHash === chain.hashes.get(chain.last))) {
    findings.notShown(
      "That the archive contains all entries up to its creation.",
      "No anchor in it covers its last entry.",
      { file }
    )
  }
}

const tellPlain = (file: string, kind: "CSV" | "PDF", findings: Findings) => {
  findings.notShown(
    `The individual entries of the ${kind}.`,
    kind === "CSV"
      ? "A CSV shows readable texts, with a tab before cells that a spreadsheet would take for a formula: no hash can be calculated from them. Only a signature over the whole file can be checked; export JSON to check each entry."
      : "A PDF is a readable copy: no hash can be calculated from it. Only a signature over the whole file can be checked; export JSON to check each entry.",
    { file }
  )
}

/** Reads what may stand alone or in a ZIP. */
const readContent = async (
  file: string,
  subject: string,
  bytes: Uint8Array,
  shape: Shape,
  run: Run,
  isPart = false
) => {
  switch (shape._tag) {
    case "Export":
      // A slice in an evidence package or a leaver access test isn't an export: the log records the whole ZIP.
      if (!isPart) run.gathered.exported.push({ file, sha256: sha256Hex(bytes), action: "audit_log_exported" })
      return readExport(file, subject, shape.json, run)
    case "Archive":
      run.gathered.exported.push({ file, sha256: sha256Hex(bytes), action: "audit_log_archived" })
      return readArchive(file, subject, shape.json, run)
    case "Anchors":
      gatherAnchors(file, shape.json, run)
      return undefined
    case "Csv":
    case "Pdf":
      run.gathered.exported.push({ file, sha256: sha256Hex(bytes), action: "audit_log_exported" })
      return tellPlain(file, shape._tag === "Csv" ? "CSV" : "PDF", run.findings)
    default:
      return undefined
  }
}

const readContainer = async (zip: string, bytes: Uint8Array, run: Run) => {
  const { findings, gathered, keys } = run
  const reading = readZip(bytes)
  if (reading._tag === "NoZip") {
    const file = reading.path === undefined ? zip : `${zip} › ${reading.path}`
    findings.unreadable("The ZIP was not opened.", reading.why, { file })
    return
  }
  const files: Files = reading.files
  const shapes = [...files].map(([path, content]) => ({ path, content, shape: shapeOf(content) }))
  for (const { path, shape } of shapes)
    if (shape._tag === "Key") carryKey(`${zip} › ${path}`, shape.pem, undefined, run)
  // Keys come first: what the files say is judged with them.
  const manifested = shapes.find(({ shape }) => shape._tag === "Evidence" || shape._tag === "LeaverTest")?.shape._tag
  // Also one with a missing or broken manifest: its reports and lists aren't exports of the log.
  const isLeaverTest = manifested === "LeaverTest" || (manifested === undefined && files.has("population.csv"))
  if (manifested !== undefined) {
    const action = isLeaverTest ? "leaver_test_ready" : "evidence_exported"
    gathered.exported.push({ file: zip, sha256: sha256Hex(bytes), action })
  }
  const failures = findings.failures()
  for (const { content, path, shape } of shapes) {
    if (isLeaverTest && path !== "audit.json" && path !== "anchors.json") continue
    await readContent(`${zip} › ${path}`, zip, content, shape, run, isLeaverTest || manifested !== undefined)
  }
  const intact = findings.failures() === failures
  const chainsHere = () => gathered.chains.flatMap(({ chain, subject }) => (subject === zip ? [chain] : []))
  const broken = shapes.find(({ path }) => path === "manifest.json")?.shape
  const hadOne = files.has("manifest.json.sig") || (broken !== undefined && files.has("audit.json"))
  if (manifested === undefined && (isLeaverTest || hadOne)) {
    findings.failed(
      "The manifest is missing or broken.",
      `It says what belongs in this ZIP.${broken?._tag === "Unknown" ? ` ${broken.why}` : ""}`,
      { file: `${zip} › manifest.json` }
    )
  }
  let vouched = false
  let known = false
  for (const { path, shape } of shapes) {
    if (shape._tag === "Bundle") {
      const bundle = checkBundle(zip, path, shape.json, files, keys, findings)
      const inner = shapes.find((other) => other.path === bundle.file)
      if (inner !== undefined) {
        const isOther =
          (inner.shape._tag === "Export" &&
            (field(inner.shape.json, "exported_at") !== field(shape.json, "exported_at") ||
              field(inner.shape.json, "row_count") !== field(shape.json, "row_count"))) ||
          (inner.shape._tag === "Csv" && csvRecords(inner.content) - 1 !== field(shape.json, "row_count"))
        if (isOther || field(shape.json, "algorithm") !== "Ed25519") {
          findings.failed(
            "The bundle describes another export.",
            "Its time, number of entries, or kind of signature differs from the export file.",
            { file: `${zip} › ${path}` }
          )
        }
      }
      ;[vouched, known] = [vouched || bundle.vouched, true]
    } else if (shape._tag === "Evidence") {
      const evidence = checkManifest("evidence", zip, path, shape.json, files, keys, findings)
      checkCase({ zip, manifest: path }, shape.json, chainsHere(), findings)
      ;[vouched, known] = [vouched || evidence.vouched, true]
    } else if (shape._tag === "LeaverTest") {
      const manifest = checkManifest("leaver access test", zip, path, shape.json, files, keys, findings)
      const drawable = checkLeaverTest(
        {
          zip,
          manifestPath: path,
          manifest: shape.json,
          listed: manifest.paths,
          files,
          chain: chainsHere().find(({ file }) => file === `${zip} › audit.json`),
          intact,
          anchors: gathered.anchors.filter(({ file }) => file === `${zip} › anchors.json`)
        },
        keys,
        findings
      )
      if (drawable !== undefined) gathered.drawables.push(drawable)
      ;[vouched, known] = [vouched || manifest.vouched, true]
    }
  }
  if (!known && chainsHere().length === 0) {
    findings.unreadable(
      "Nothing in the ZIP could be checked.",
      "It is not an export bundle, evidence package, or leaver access test.",
      { file: zip }
    )
    return
  }
  gathered.vouched.set(zip, vouched)
  gathered.wholes.add(zip)
}

/** Reads one input that was given, whatever it is, except keys and signatures. */
export const readSubject = async (name: string, bytes: Uint8Array, shape: Shape, run: Run): Promise<void> => {
  switch (shape._tag) {
    case "Zip":
      return readContainer(name, bytes, run)
    case "Unknown":
      return run.findings.unreadable("The file could not be read.", shape.why, { file: name })
    case "OtherJson":
      return run.findings.unreadable(
        "The file could not be checked.",
        "It is JSON, but not a verifiable file of the service.",
        { file: name }
      )
    case "Bundle":
    case "Evidence":
    case "LeaverTest":
      return run.findings.notShown(
        "Anything from this file alone.",
        "It describes other files. Add the whole ZIP it came in.",
        { file: name }
      )
    case "Key":
    case "Signature":
      return undefined
    case "Anchors":
      await readContent(name, name, bytes, shape, run)
      return undefined
    default:
      run.gathered.vouched.set(name, false)
      return readContent(name, name, bytes, shape, run)
  }
}
