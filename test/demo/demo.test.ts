import { NodeServices } from "@effect/platform-node"
import { afterAll, assert, describe, it } from "#test/support/suite"
import { Effect, FileSystem } from "effect"
import { spawn } from "node:child_process"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { aFreePort } from "#test/support/free-port"

const root = path.resolve(import.meta.dirname, "../..")

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const ownSettings = new Set(["DATABASE_URL", "TEST_DATABASE_SERVER", "NODE_OPTIONS", "NODE_ENV", "VITEST"])

/** `npm run demo` without npm, which has its own tests; `until` is a line after which it is told to stop. */
const runDemo = (env: Readonly<Record<string, string>>, until?: string) =>
  Effect.callback<Ended>((resume) => {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.has(name)))
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/demo.ts"], {
      cwd: root,
      env: { ...inherited, ...env },
      stdio: ["ignore", "pipe", "pipe"]
    })
    const heard = { stdout: "", stderr: "" }
    child.stdout.on("data", (bytes) => {
      const before = heard.stdout
      heard.stdout += String(bytes)
      if (until !== undefined && !before.includes(until) && heard.stdout.includes(until)) child.kill("SIGTERM")
    })
    child.stderr.on("data", (bytes) => (heard.stderr += String(bytes)))
    child.once("close", (code) => resume(Effect.succeed({ code, ...heard })))
    return Effect.sync(() => child.kill("SIGTERM"))
  })

/** What each step of the issue has to show, in its order. */
const steps = [
  /Sign in: POST \/api\/auth\/login as superadmin@\S+\n +200/,
  /Step up: .+\n +200/,
  /Connect Okta: .+\n +201 okta, checked by a call to Okta; domain larkspur\.okta\.com, api_token •+\n/,
  /Connect DocuSign: .+\n +201 docusign, signed in by JWT; account Acme, private_key •+\n +200 its callbacks are verified by the Connect key, and come to http:\/\/127\.0\.0\.1:\d+\/api\/esignature\/callback\/docusign\//,
  /Stream to a SIEM: .+\n +20[01] splunk_hec, all events.+ the response to the test event was 200\n/,
  /Add a person and a laptop: .+\n +201 and 201: .+ has a MacBook Pro 14/,
  /Create by API: POST \/api\/v1\/offboardings for .+\n +201 pending, apps (?=.*Corporate Directory)(?=.*okta)/,
  /The stage gate before: .+\n +409 stage_gate, missing: (?=.*app Corporate Directory)(?=.*app okta)/,
  /A document to sign: .+\n +201 Exit agreement, \d+ bytes; 200 DocuSign has it as [0-9a-f-]{36}, .+: pending\n +the signing page: https:\/\/127\.0\.0\.1:\d+\/sign\/\S+\n +DocuSign's email to the person: “Please sign: Exit agreement”/,
  /Robin Vale .+ signs in the browser: .+\n +200 You have signed this document\.\n/,
  /DocuSign calls back, .+\n +200 signed; the document is signed, by Robin Vale .+\n +the signed PDF, \d+ bytes, saved as .+-signed\.pdf\n +the certificate, \d+ bytes, saved as .+-certificate\.pdf\n/,
  /Revoke access while one vendor fails: .+\n +202 .+revocation\.failed.+\n +okta: revoked, verified true\. .+\n +Corporate Directory: failed, verified false\. .+503/,
  /Okta's own record: .+ is SUSPENDED\n +the vendor's own record: .+ is still active/,
  /Retry now that the vendor works: .+\n +202 .+revocation\.completed.+\n +Corporate Directory: revoked, verified true/,
  /the vendor's own record: .+ is inactive/,
  /The stage gate after: .+\n +200 asset_recovery/,
  /The last gate before: .+\n +409 stage_gate, missing: MacBook Pro 14 .+, and 8 tasks/,
  /A portal link for the leaver: .+\n +200 1 task assigned to them, 1 asset to return/,
  /The laptop is returned: .+\n +200 MacBook Pro 14 is returned; 2 tasks completed automatically/,
  /Complete the remaining tasks, then the same PATCH\n +200 completed/,
  /Redeliver: .+\n +the delivery log showed failed after 1 attempt, response 500.+\n +200/,
  /signature valid +offboarding\.created .+ answered 500/,
  /signature valid +document\.signed .+ answered 200/,
  /signature valid +revocation\.failed .+ answered 200/,
  /signature valid +revocation\.completed .+ answered 200/,
  /signature valid +offboarding\.stage_changed .+ answered 200/,
  /signature valid +checklist\.completed .+ answered 200/,
  /signature valid +offboarding\.completed .+ answered 200/,
  /signature valid +offboarding\.created .+ attempt 2 +answered 200/,
  /The same webhooks, checked by the example receivers/,
  /verified by node:crypto: 8 of 8\n/,
  /verified by standardwebhooks: 8 of 8\n/,
  /verified by @octokit\/webhooks-methods: 8 of 8\n/,
  /SCIM: .+\n +200 a token for http:\/\/127\.0\.0\.1:\d+\/scim\/v2, shown once; 201 Kim Ode/,
  /The identity provider deactivates the person: .+\n +200; .+offboarding\.created.+: pending, source scim, last day \d{4}-\d\d-\d\d, apps (?=.*Corporate Directory)(?=.*okta)/,
  /Verify the audit chain: .+\n +200 ok true: \d+ entries checked, 0 broken/,
  /The same log in Splunk, .+\n +\d+ events, .+ of high severity: (?=.*access_revoked)(?=.*revocation_failed)(?=.*status_changed)(?=.*checklist_completed).+\n +with one entry deleted.+: an entry between \d+ and \d+ is missing\n/,
  /The evidence for an auditor: .+\n +200 \d+ bytes, saved as .+\n +verified without the service, with key [0-9a-f]{16}: proven\. .+\n +the same file with one byte changed: (?:failed|unreadable)\n/,
  /service +http:\/\/127\.0\.0\.1:\d+/,
  /dashboard +http:\/\/127\.0\.0\.1:\d+\/ in a browser/,
  /password +\S+/,
  /API key +svc_live_[0-9a-f]{32}/,
  /DocuSign +https:\/\/127\.0\.0\.1:\d+; a document to sign in a browser: (?:npm run demo prepares one|https:\/\/\S+\/sign\/\S+)\n/
]

const assertPlayed = ({ code, stderr, stdout }: Ended) => {
  assert.strictEqual(code, 0, `${stdout}\n${stderr}`)
  assert.strictEqual(stderr, "")
  let from = 0
  for (const step of steps) {
    const found = step.exec(stdout.slice(from))
    if (found === null) return assert.fail(`${step} is missing after:\n${stdout.slice(0, from)}\nin:\n${stdout}`)
    from += found.index + found[0].length
  }
}

const keyIn = ({ stdout }: Ended) => /API key +(svc_live_\w+)/.exec(stdout)?.[1] ?? assert.fail("no key was shown")

describe("npm run demo", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "svc-demo-"))
  chmodSync(folder, 0o755)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const DATA_DIR = path.join(folder, "data")
  const played = { key: "" }

  it.live("plays the main job step by step", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const ended = yield* runDemo({ DATA_DIR, PORT: String(yield* aFreePort), DEMO_ONCE: "1" })
      assertPlayed(ended)
      assert.match(ended.stdout, /Seeded: .+, 12 people, 4 users/)
      const stages = ["pending", "notice_period", "it_revocation", "asset_recovery", "completed", "cancelled"]
      for (const stage of stages) assert.match(ended.stdout, new RegExp(`offboardings: .*\\d ${stage}`))
      const { mode } = yield* fs.stat(path.join(DATA_DIR, "demo.json"))
      assert.strictEqual(mode & 0o777, 0o600)
      played.key = keyIn(ended)
    }).pipe(Effect.provide(NodeServices.layer))
  )

  it.live("a second start keeps what is there; SIGTERM ends it with 0", function* () {
    const ended = yield* runDemo({ DATA_DIR, PORT: String(yield* aFreePort) }, "Everything keeps running")
    assertPlayed(ended)
    assert.match(ended.stdout, /Kept from an earlier start: .+2 completed/)
    assert.strictEqual(keyIn(ended), played.key)
  })

  it.live("a service that cannot start: the demo says so, shows its log, and exits 1", () =>
    Effect.gen(function* () {
      const fs = yield* FileSystem.FileSystem
      const empty = yield* fs.makeTempDirectoryScoped({ prefix: "svc-demo-" })
      const PORT = String(yield* aFreePort)
      const ended = yield* runDemo({ DATA_DIR: path.join(empty, "data"), PORT, LOG_LEVEL: "nonsense" })
      assert.strictEqual(ended.code, 1)
      assert.include(ended.stderr, "LOG_LEVEL")
      assert.include(ended.stderr, "The demo ended: The service ended during its start: exit code 1")
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})
