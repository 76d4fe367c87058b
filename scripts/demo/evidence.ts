import { Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import fs from "node:fs"
import path from "node:path"
import { DemoFailed } from "./demo-failed.ts"
import { step } from "./printer.ts"
import { repository, type Settings, shown } from "./settings.ts"

/** What an auditor needs: the ZIP and the public key of the service. */
export interface Evidence {
  readonly zip: Uint8Array
  readonly publicKeyPem: string
  readonly keyId: string
}

const Told = Schema.fromJsonString(Schema.Struct({ verdict: Schema.String, headline: Schema.String }))

/** The verifier as one file, which runs without the rest of the repository. */
const verifier = path.join(repository, "packages/verify/dist/verify.mjs")

/** The verifier's verdict for a file, under this key. */
export const check = (file: string, keyFile: string) =>
  Effect.callback<string>((resume) => {
    execFile(process.execPath, [verifier, file, "--key", keyFile, "--json"], (_, stdout) =>
      resume(Effect.succeed(stdout))
    )
  }).pipe(
    Effect.flatMap(Schema.decodeEffect(Told)),
    Effect.mapError(({ message }) => new DemoFailed({ message: `The verifier printed no verdict: ${message}` }))
  )

/** The ZIP with one byte changed, as a hex editor would change it. */
const withOneByteChanged = (zip: Uint8Array) => {
  const changed = Uint8Array.from(zip)
  const middle = Math.floor(changed.length / 2)
  changed[middle] = (changed[middle] ?? 0) ^ 1
  return changed
}

/** Saves the evidence next to the demo's data and verifies it offline, unchanged and with one byte changed. Returns the key's path. */
export const showEvidence = Effect.fnUntraced(function* (settings: Settings, mark: string, evidence: Evidence) {
  const folder = path.join(settings.dataDir, "evidence")
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `evidence-${mark}.zip`)
  const changedFile = path.join(folder, `evidence-${mark}-changed.zip`)
  const keyFile = path.join(folder, "signing-key.pem")
  fs.writeFileSync(file, evidence.zip)
  fs.writeFileSync(changedFile, withOneByteChanged(evidence.zip))
  fs.writeFileSync(keyFile, evidence.publicKeyPem)
  const genuine = yield* check(file, keyFile)
  const changed = yield* check(changedFile, keyFile)
  if (genuine.verdict !== "proven" || changed.verdict === "proven") {
    return yield* new DemoFailed({
      message: `The evidence is ${genuine.verdict}, and with one byte changed ${changed.verdict}`
    })
  }
  step(
    "The evidence for an auditor: GET /api/employees/{id}/evidence",
    `200 ${evidence.zip.length} bytes, saved as ${shown(file)}`,
    `verified without the service, with key ${evidence.keyId}: ${genuine.verdict}. ${genuine.headline}`,
    `the same file with one byte changed: ${changed.verdict}`,
    `verify it yourself: npm run -s verify -- ${shown(file)} --key ${shown(keyFile)}`
  )
  return keyFile
})

/** Saves the PDF report next to the evidence. */
export const showReport = Effect.fnUntraced(function* (settings: Settings, mark: string, pdf: Uint8Array) {
  const folder = path.join(settings.dataDir, "evidence")
  fs.mkdirSync(folder, { recursive: true })
  const file = path.join(folder, `offboarding-${mark}.pdf`)
  fs.writeFileSync(file, pdf)
  yield* Effect.sync(() =>
    step(
      "The report as a PDF: GET /api/reports/offboarding/{id}/pdf",
      `200 ${pdf.length} bytes, saved as ${shown(file)}`
    )
  )
})
