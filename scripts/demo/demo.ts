import { Effect } from "effect"
import fs from "node:fs"
import { keptCertificates } from "./certificates.ts"
import { DemoFailed } from "./demo-failed.ts"
import { clearDesk, openDesk } from "./desk.ts"
import { readState } from "./kept-state.ts"
import { neighboursControl } from "./neighbours-control.ts"
import { startNeighbours } from "./neighbours-process.ts"
import { play } from "./play.ts"
import { heading, say, table } from "./printer.ts"
import { leaveToSign } from "./signing.ts"
import { oktaUrl, receiverUrl, seed, vendorUrl } from "./seed.ts"
import { showLog, startService } from "./service-process.ts"
import { freePort, settings as readSettings, shown } from "./settings.ts"
import { walk } from "./walk.ts"

const stages = (offboardings: ReadonlyArray<{ readonly status: string }>) => {
  const counts = Map.groupBy(offboardings, ({ status }) => status)
  return [...counts].map(([status, those]) => `${those.length} ${status}`).join(", ")
}

/** Starts the vendors, then the service, seeds it, plays the steps, and waits until it is stopped. Stops them in reverse order. */
export const demo = Effect.gen(function* () {
  const settings = yield* readSettings
  // The embedded database runs as another user when this is root, who must be able to pass through.
  fs.mkdirSync(settings.dataDir, { recursive: true, mode: 0o711 })
  yield* clearDesk(settings)
  const kept = yield* readState(settings)
  const certificates = yield* keptCertificates(settings.neighboursDir)
  const neighbours = yield* startNeighbours(settings, certificates, kept)
  const started = { ...kept, ports: neighbours.ports }
  const docusignUrl = `https://127.0.0.1:${neighbours.docusignPort}`
  say(
    `Webhook receiver, SCIM vendor, Okta, DocuSign and Splunk, one process over HTTPS: ${receiverUrl(started)}, ` +
      `${vendorUrl(started)}, ${oktaUrl(started)}, ${docusignUrl}, https://127.0.0.1:${neighbours.splunkPort}`
  )

  const told = neighboursControl(`http://127.0.0.1:${neighbours.ports.control}`)
  const run = Effect.gen(function* () {
    // A port for the reader's own program; `npm run example` uses it.
    const deskPort = yield* freePort(settings.firstPort + 200)
    const service = yield* startService(settings, {
      authority: certificates.authority,
      allowed: [neighbours.ports.receiver, neighbours.ports.vendor, neighbours.splunkPort, deskPort].map(
        (port) => `127.0.0.1:${port}`
      ),
      okta: oktaUrl(started),
      docusign: docusignUrl
    })
    say(`Service on its embedded database: ${service.baseUrl}, data in ${shown(settings.dataDir)}`)

    const acts = Effect.gen(function* () {
      const { seeded, state } = yield* seed(settings, {
        baseUrl: service.baseUrl,
        state: started,
        neighbours: told
      })
      const [superAdmin] = seeded.users
      if (superAdmin === undefined || seeded.vendor === null) {
        return yield* new DemoFailed({ message: "The demo organization is incomplete. Remove its folder" })
      }
      say(
        `${seeded.created ? "Seeded" : "Kept from an earlier start"}: ${seeded.organisation.name}, ` +
          `${seeded.people.length} people, ${seeded.users.length} users, offboardings: ${stages(seeded.cases)}\n`
      )
      const account = { email: superAdmin.email, password: seeded.password }
      const { key, provisioned } = yield* play({
        settings,
        baseUrl: service.baseUrl,
        authority: certificates.authority,
        account,
        vendor: seeded.vendor,
        neighbours: told,
        state
      })
      const toSign = settings.once
        ? "npm run demo prepares one"
        : yield* leaveToSign({ baseUrl: service.baseUrl, account, neighbours: told }, provisioned)
      heading("Try it yourself")
      table([
        ["service", service.baseUrl],
        ["dashboard", `${service.baseUrl}/ in a browser, with one of the sign-ins below`],
        ["reference", `${service.baseUrl}/docs`],
        ["sign-in", `${seeded.users.map(({ email, role }) => `${email} (${role})`).join(", ")}`],
        ["password", seeded.password],
        ["API key", key],
        ["", `curl -H "Authorization: Bearer ${key}" ${service.baseUrl}/api/v1/offboardings`],
        ["receiver", `${receiverUrl(state)}; deliveries: curl "${told.address}/receiver/deliveries?after=0"`],
        ["vendor", `${vendorUrl(state)}; fail: curl -X POST ${told.address}/vendor/fail; work: …/vendor/work`],
        ["example", `npm run example; the service may call http://127.0.0.1:${deskPort}`],
        ["Okta", `${oktaUrl(state)}; its record of a person: curl "${told.address}/okta/people?email=…"`],
        ["DocuSign", `${docusignUrl}; a document to sign in a browser: ${toSign}`],
        ["", `emails it sent to a person: curl "${told.address}/docusign/mails?to=…"`],
        ["Splunk", `events it received: curl "${told.address}/splunk/events"`],
        ["operator", `DATA_DIR=${shown(settings.dataDir)} BASE_URL=${service.baseUrl} npm run -s admin -- org list`],
        ["log", shown(settings.serviceLog)]
      ])
      if (settings.once) return
      walk(service.baseUrl, account)
      yield* openDesk(settings, {
        BASE_URL: service.baseUrl,
        API_KEY: key,
        WEBHOOK_URL: `http://127.0.0.1:${deskPort}/hooks`,
        PORT: String(deskPort)
      })
      heading("Everything keeps running. Ctrl-C stops it; the data is kept for the next start")
      return yield* Effect.never
    })

    const deaths = Effect.raceFirst(
      Effect.map(service.ended, (end) => `The service ended: ${end}`),
      Effect.map(neighbours.ended, (end) => `The receiver and the vendors ended: ${end}`)
    )
    yield* Effect.raceFirst(
      acts,
      Effect.flatMap(deaths, (message) => new DemoFailed({ message }))
    )
  })
  yield* run.pipe(Effect.tapError(() => showLog(settings)))
})
