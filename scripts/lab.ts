import { everyVendor } from "@svc/lab/every-vendor"
import type { SigningState } from "@svc/lab/signing"
import { Effect } from "effect"
import fs from "node:fs"
import https from "node:https"
import path from "node:path"
import process from "node:process"
import { keptCertificates } from "./demo/certificates.ts"
import { complain, heading, say, table } from "./demo/printer.ts"
import { repository, shown } from "./demo/settings.ts"
import { type StartedVendor, startControl } from "./lab/control.ts"

const help = `npm run lab: an emulator of every vendor, on loopback over HTTPS.

  npm run lab             starts all emulators until Ctrl-C, and prints the environment for the service
  npm run lab -- --once   starts them, calls each over TLS, and exits (same as LAB_ONCE=1)
  npm run lab -- --help   this text

  LAB_PORT      the first port, default 4100; 0 for any free ports. The control endpoint uses it, the emulators the
                following ones in the order of packages/lab/src/every-vendor.ts
  LAB_DIR       the folder of the certificates and the environment, default .lab

Control, over plain HTTP:
  GET  /__lab                 the emulators
  GET  /__lab/NAME            its people, requests and writes
  POST /__lab/NAME/faults     faults to simulate until /behave, as JSON: { "lies": true }, { "answersWith": 503 }, …
                              once: { "throttles": { "calls": 1 } } refuses only the next call
                              its callbacks (e-signature): holdsCallbacks, duplicatesCallbacks, forgesCallbacks
  POST /__lab/NAME/behave     ends all faults
  POST /__lab/NAME/withheld   permissions to withhold, as JSON: ["admin.workflows:read"]; [] restores all
  POST /__lab/NAME/callback   the callback address that adobe-sign or dropbox-sign calls, as plain text`

const fail = (message: string): never => {
  complain(message)
  process.exit(1)
}

const firstPort = () => {
  const given = process.env["LAB_PORT"] ?? "4100"
  const port = Number(given)
  return /^\d+$/.test(given) && port + everyVendor.length < 65_536
    ? port
    : fail(`LAB_PORT must be a port number, not ${given}`)
}

/** Any response shows that the emulator runs and that its certificate is trusted. */
const answersOverTls = (url: string, ca: string) =>
  new Promise<number>((resolve, reject) => {
    https
      .get(url, { ca }, (response) => {
        response.resume()
        response.on("end", () => resolve(response.statusCode ?? 0))
      })
      .once("error", reject)
  })

/** Lines that a shell reads. */
const environmentOf = (vendors: ReadonlyArray<StartedVendor>, authority: string) => {
  const typed = vendors.filter(({ vendor }) => vendor.variables.length === 0)
  return [
    `NODE_EXTRA_CA_CERTS='${authority.replaceAll("'", "'\\''")}'`,
    ...vendors.flatMap(({ running, vendor }) => vendor.variables.map((variable) => `${variable}=${running.url}`)),
    ...vendors.flatMap(({ vendor }) => Object.entries(vendor.client ?? {}).map((pair) => pair.join("="))),
    `OUTBOUND_ALLOW=${typed.map(({ running }) => `127.0.0.1:${running.port}`).join(",")}`
  ]
}

const known = new Set(["--once", "--help"])
const stray = process.argv.slice(2).find((word) => !known.has(word))
if (stray !== undefined) fail(`Unknown option: ${stray}\n\n${help}`)
if (process.argv.includes("--help")) {
  say(help)
  process.exit(0)
}

const once = process.argv.includes("--once") || process.env["LAB_ONCE"] === "1"
const folder = path.resolve(process.env["LAB_DIR"] ?? path.join(repository, ".lab"))
const certificates = await Effect.runPromise(keptCertificates(folder))
const tls = { key: fs.readFileSync(certificates.key, "utf8"), cert: fs.readFileSync(certificates.certificate, "utf8") }
const base = firstPort()
const portOf = (index: number) => (base === 0 ? 0 : base + index)

const vendors = await Promise.all(
  everyVendor.map(async (vendor, index) => ({
    vendor,
    running: await vendor.start({ port: portOf(index + 1), tls })
  }))
).catch((error: unknown) => fail(`The lab could not start: ${String(error)}. Set LAB_PORT to use other ports`))
const control = await startControl(vendors, portOf(0)).catch((error: unknown) =>
  fail(`The control endpoint could not start: ${String(error)}. Set LAB_PORT to use other ports`)
)
const close = () => Promise.all([control.close(), ...vendors.map(({ running }) => running.close())])

heading("Emulators")
table(
  vendors.map(({ running, vendor }) => [
    vendor.name,
    `${running.url}  ${JSON.stringify(vendor.connect).replaceAll("{url}", running.url)}`
  ])
)
say("With the VENDOR_… addresses below, every domain you enter leads to its emulator, for example acme.okta.com.")
heading("Environment for the service")
const environment = environmentOf(vendors, certificates.authority)
const environmentFile = path.join(folder, "environment")
fs.writeFileSync(environmentFile, `${environment.join("\n")}\n`)
for (const line of environment) say(line)
say(`In a shell: set -a; . ${shown(environmentFile)}; set +a; npm start`)
heading("Control")
say(`${control.url}/__lab`)
say(
  `People of an emulator: ${control.url}/__lab/okta. Emails of the e-signature emulators appear here, with the signing link.`
)

if (once) {
  const ca = fs.readFileSync(certificates.authority, "utf8")
  heading("Over TLS")
  const statuses = await Promise.all(
    vendors.map(async ({ running, vendor }) => [vendor.name, String(await answersOverTls(running.url, ca))] as const)
  ).catch((error: unknown) => fail(`An emulator does not respond: ${String(error)}`))
  table(statuses)
  await close()
  process.exit(0)
}

say(`\nCtrl-C stops the lab. Certificates: ${shown(folder)}`)
const hasMails = (state: unknown): state is Pick<SigningState, "mails"> =>
  typeof state === "object" && state !== null && "mails" in state
const printed = new Map<string, number>()
setInterval(() => {
  for (const { running, vendor } of vendors) {
    const mails = hasMails(running.state) ? running.state.mails : []
    for (const { subject, to, url } of mails.slice(printed.get(vendor.name) ?? 0)) {
      say(`${vendor.name} mails ${to}: ${subject}\n  ${url}`)
    }
    printed.set(vendor.name, mails.length)
  }
}, 500).unref()

let ending = false
const end = () => {
  if (ending) return
  ending = true
  void close().then(() => process.exit(0))
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, end)
