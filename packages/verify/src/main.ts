import { readFileSync, statSync } from "node:fs"
import { basename } from "node:path"
import process from "node:process"
import { parseArgs } from "node:util"
import type { SampleWish } from "./leaver-draw.ts"
import { reportText } from "./report-text.ts"
import { type Input, type Verdict, verify } from "./verify.ts"

const usage = `Verifies files of the offboarding service, offline.

  verify FILE… [--key KEY.pem] [--anchors ANCHORS.json] [--signature FILE.sig] [--json]
  verify LEAVER-TEST.zip --sample [--words TEXT] [--size N] [--key KEY.pem] [--json]

FILE         an export (JSON, CSV, PDF), an export bundle, an evidence package or a leaver access test (ZIP), an archive,
             a page of anchors. Recognized by content; several files are compared with each other.
--key        a public key (PEM) that you trust. Without one the keys among the files are used, which anyone could have made.
             Give it several times if the service changed its key.
--anchors    the answer of GET /api/audit-log/anchors, or the file of anchors kept outside of the database
--signature  the detached signature of a FILE: 64 raw bytes, or base64
--sample     also draws the sample of a leaver access test again and prints it: the seed, then a line for each leaver with ticket,
             leaver_id, name and last working day, with tabs between
--words      with --sample: draws another sample from the same fixed population, with your own seed phrase
--size       with --sample: draws a sample of this size
--json       one JSON document instead of text

Exit code: 0 all checks passed; 1 a check failed, or nothing is signed with the key that you gave; 2 a file could not be
read, or nothing was checked.
`

const exits: Readonly<Record<Verdict, number>> = { proven: 0, unvouched: 0, failed: 1, unreadable: 2 }

const mostBytes = 1024 ** 3

class Unusable extends Error {}

const read = (path: string, as?: Input["as"]): Input => {
  const unusable = (why: string) => new Unusable(`${path}: ${why}`)
  let size: number
  try {
    const found = statSync(path)
    if (!found.isFile()) throw unusable("not a file.")
    size = found.size
  } catch (error) {
    throw error instanceof Unusable ? error : unusable("file not found, or not readable.")
  }
  if (size > mostBytes) throw unusable("larger than 1 GiB, more than this command reads.")
  try {
    return { name: basename(path), bytes: readFileSync(path), ...(as === undefined ? {} : { as }) }
  } catch {
    throw unusable("not readable.")
  }
}

const parse = (args: ReadonlyArray<string>) => {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        key: { type: "string", multiple: true, default: [] },
        anchors: { type: "string", multiple: true, default: [] },
        signature: { type: "string", multiple: true, default: [] },
        sample: { type: "boolean", default: false },
        words: { type: "string" },
        size: { type: "string" },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
  } catch (error) {
    throw new Unusable(
      error instanceof Error ? (error.message.split(". ")[0] ?? "") : "The arguments are not understood"
    )
  }
}

/** Numbers files with the same name. */
const distinct = (inputs: ReadonlyArray<Input>) => {
  const seen = new Map<string, number>()
  return inputs.map((input) => {
    const times = (seen.get(input.name) ?? 0) + 1
    seen.set(input.name, times)
    return times === 1 ? input : { ...input, name: `${input.name} (${times})` }
  })
}

/** What is asked of the draw; undefined when nothing is. */
const wishOf = (sample: boolean, words: string | undefined, size: string | undefined): SampleWish | undefined => {
  if (!sample) {
    if (words !== undefined || size !== undefined) throw new Unusable("--words and --size go with --sample.")
    return undefined
  }
  if (size !== undefined && !/^[1-9]\d{0,8}$/.test(size)) throw new Unusable("--size must be a whole number from 1 on.")
  return { ...(words === undefined ? {} : { words }), ...(size === undefined ? {} : { size: Number(size) }) }
}

const run = async (args: ReadonlyArray<string>) => {
  const { positionals, values } = parse(args)
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const sample = wishOf(values.sample, values.words, values.size)
  const inputs = distinct([
    ...positionals.map((path) => read(path)),
    ...values.key.map((path) => read(path, "Key")),
    ...values.anchors.map((path) => read(path, "Anchors")),
    ...values.signature.map((path) => read(path, "Signature"))
  ])
  if (inputs.length === 0) throw new Unusable(`No file was given.\n\n${usage}`)
  const report = await verify(inputs, sample === undefined ? {} : { sample })
  process.stdout.write(values.json ? `${JSON.stringify(report, null, 2)}\n` : reportText(report))
  return exits[report.verdict]
}

try {
  process.exitCode = await run(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Unusable)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
