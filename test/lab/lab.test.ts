import { assert, describe, it } from "#test/support/suite"
import { everyVendor } from "@svc/lab/every-vendor"
import { oktaToken } from "@svc/lab/okta"
import { Effect, Schema } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import https from "node:https"
import { tmpdir } from "node:os"
import path from "node:path"

const folderOfItsOwn = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(path.join(tmpdir(), "svc-lab-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

interface Lab {
  readonly child: ChildProcess
  readonly said: () => string
  /** What it has said once this is part of it, or once it has ended. */
  readonly until: (part: string) => Promise<string>
  readonly ended: Promise<number | null>
}

const aLab = (folder: string, ...words: ReadonlyArray<string>) =>
  Effect.acquireRelease(
    Effect.sync((): Lab => {
      const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "scripts/lab.ts", ...words], {
        env: { ...process.env, LAB_DIR: folder, LAB_PORT: "0", NO_COLOR: "1" },
        stdio: ["ignore", "pipe", "pipe"]
      })
      let text = ""
      const listeners = new Set<() => void>()
      const hear = (chunk: Buffer) => {
        text += chunk.toString("utf8")
        for (const listener of listeners) listener()
      }
      child.stdout.on("data", hear)
      child.stderr.on("data", hear)
      const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)))
      return {
        child,
        said: () => text,
        until: (part) =>
          new Promise((resolve) => {
            const look = () => text.includes(part) && resolve(text)
            listeners.add(look)
            look()
            void ended.then(() => resolve(text))
          }),
        ended
      }
    }),
    ({ child, ended }) =>
      Effect.promise(() => {
        if (child.exitCode === null) child.kill("SIGKILL")
        return ended
      })
  )

const overTls = (url: string, ca: string, headers: Record<string, string> = {}) =>
  Effect.promise(
    () =>
      new Promise<{ readonly status: number; readonly body: string }>((resolve, reject) => {
        https
          .get(url, { ca, headers }, (response) => {
            let body = ""
            response.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")))
            response.on("end", () => resolve({ status: response.statusCode ?? 0, body }))
          })
          .once("error", reject)
      })
  )

const Shown = Schema.Struct({ writes: Schema.Int, requests: Schema.Array(Schema.Struct({ path: Schema.String })) })

describe("npm run lab", () => {
  it.live("--once: starts every stand-in, calls each over TLS and ends with 0", function* () {
    const folder = yield* folderOfItsOwn
    const lab = yield* aLab(folder, "--once")
    assert.strictEqual(yield* Effect.promise(() => lab.ended), 0, lab.said())
    for (const { name } of everyVendor) assert.include(lab.said(), `  ${name} `)
    assert.match(lab.said(), /^NODE_EXTRA_CA_CERTS='.+authority\.pem'$/m)
    assert.match(lab.said(), /^VENDOR_SLACK_URL=https:\/\/127\.0\.0\.1:\d+$/m)
    assert.match(lab.said(), /^GITHUB_CLIENT_ID=\S+$/m)
    const environment = readFileSync(path.join(folder, "environment"), "utf8").trim()
    assert.include(lab.said(), `\n${environment}\n`)
    assert.match(lab.said(), /^OUTBOUND_ALLOW=127\.0\.0\.1:\d+,/m)
  })

  it.live("a stand-in misbehaves as the control endpoint is told, and SIGINT ends it with 0", function* () {
    const folder = yield* folderOfItsOwn
    const lab = yield* aLab(folder)
    const said = yield* Effect.promise(() => lab.until("Ctrl-C stops the lab"))
    const [, control = ""] = /^(http:\/\/\S+)\/__lab$/m.exec(said) ?? []
    const [, slack = ""] = /^VENDOR_SLACK_URL=(\S+)$/m.exec(said) ?? []
    const ca = readFileSync(path.join(folder, "authority.pem"), "utf8")
    const ask = (method: string, verb: string, body?: string) =>
      Effect.promise(() => fetch(`${control}/__lab/slack${verb}`, { method, ...(body === undefined ? {} : { body }) }))
    const askOf = (name: string, verb: string, body: string) =>
      Effect.promise(() => fetch(`${control}/__lab/${name}${verb}`, { method: "POST", body }))

    const auth = { authorization: "Bearer xoxb-lab-slack-bot-4711" }
    assert.include((yield* overTls(`${slack}/api/auth.test`, ca, auth)).body, '"ok":true')
    assert.strictEqual((yield* ask("POST", "/faults", '{"answersWith":503}')).status, 200)
    assert.strictEqual((yield* overTls(`${slack}/api/auth.test`, ca, auth)).status, 503)
    assert.strictEqual((yield* ask("POST", "/faults", '{"answersWith":"often"}')).status, 400)
    assert.strictEqual((yield* ask("POST", "/faults", '{"unknown":true}')).status, 400)
    assert.strictEqual((yield* ask("POST", "/behave")).status, 200)
    assert.strictEqual((yield* overTls(`${slack}/api/auth.test`, ca, auth)).status, 200)
    assert.strictEqual((yield* ask("POST", "/withheld", '{"all":true}')).status, 400)
    assert.strictEqual((yield* ask("POST", "/withheld", '["users:read"]')).status, 200)
    assert.include((yield* overTls(`${slack}/api/users.info?user=U0ANN`, ca, auth)).body, "missing_scope")
    assert.strictEqual((yield* ask("POST", "/withheld", "[]")).status, 200)
    assert.include((yield* overTls(`${slack}/api/users.info?user=U0ANN`, ca, auth)).body, '"ok":true')
    // Okta and Entra ID keep their permissions under another name.
    const [, okta = ""] = /^VENDOR_OKTA_URL=(\S+)$/m.exec(said) ?? []
    const token = { authorization: `SSWS ${oktaToken}` }
    for (const [permission, path] of [
      ["api-tokens", "api-tokens"],
      ["groups", "groups/00grelease"]
    ] as const) {
      const list = overTls(`${okta}/api/v1/${path}`, ca, token)
      assert.strictEqual((yield* list).status, 200, path)
      assert.strictEqual((yield* askOf("okta", "/withheld", JSON.stringify([permission]))).status, 200)
      assert.strictEqual((yield* list).status, 403, path)
      assert.strictEqual((yield* askOf("okta", "/withheld", "[]")).status, 200)
      assert.strictEqual((yield* list).status, 200, path)
    }
    const withheld = yield* askOf("entra", "/withheld", '["MailboxSettings.Read"]')
    assert.strictEqual(withheld.status, 200)
    assert.include(yield* Effect.promise(() => withheld.text()), "MailboxSettings.Read")
    assert.strictEqual((yield* askOf("jumpcloud", "/withheld", "[]")).status, 409)

    const response = yield* ask("GET", "")
    const shown = yield* Schema.decodeUnknownEffect(Shown)(yield* Effect.promise(() => response.json()))
    assert.strictEqual(shown.writes, 0)
    assert.lengthOf(shown.requests, 5)

    lab.child.kill("SIGINT")
    assert.strictEqual(yield* Effect.promise(() => lab.ended), 0, lab.said())
  })

  it.live("the control endpoint enters the address that an e-signature provider calls", function* () {
    const lab = yield* aLab(yield* folderOfItsOwn)
    const said = yield* Effect.promise(() => lab.until("Ctrl-C stops the lab"))
    const [, control = ""] = /^(http:\/\/\S+)\/__lab$/m.exec(said) ?? []
    const enter = (name: string, body: string) =>
      Effect.promise(async () => {
        const response = await fetch(`${control}/__lab/${name}/callback`, { method: "POST", body })
        return { status: response.status, text: await response.text() }
      })
    for (const name of ["adobe-sign", "dropbox-sign"]) {
      const entered = yield* enter(name, "http://127.0.0.1:9/api/esignature/callback")
      assert.strictEqual(entered.status, 200)
      assert.include(entered.text, "http://127.0.0.1:9/api/esignature/callback")
      assert.strictEqual((yield* enter(name, "nowhere")).status, 400)
    }
    assert.strictEqual((yield* enter("docusign", "http://127.0.0.1:9/")).status, 409)
    assert.strictEqual((yield* enter("slack", "http://127.0.0.1:9/")).status, 409)
  })

  it.live("--help tells the variables; an unknown word ends with 1", function* () {
    const folder = yield* folderOfItsOwn
    const help = yield* aLab(folder, "--help")
    assert.strictEqual(yield* Effect.promise(() => help.ended), 0)
    assert.include(help.said(), "LAB_PORT")
    const stray = yield* aLab(folder, "--colour")
    assert.strictEqual(yield* Effect.promise(() => stray.ended), 1)
  })

  it("starts every stand-in that the lab has", () => {
    const definitions = readdirSync("packages/lab/src").flatMap((file) =>
      [
        ...readFileSync(`packages/lab/src/${file}`, "utf8").matchAll(
          /^export const \w+: VendorDefinition<\w+> = \{\s+name: "([^"]+)"/gm
        )
      ].map(([, name]) => name)
    )
    assert.isNotEmpty(definitions)
    assert.sameMembers(
      everyVendor.map(({ name }) => name),
      definitions
    )
  })
})
