import { assert, layer } from "#test/support/suite"
import { Effect, FileSystem } from "effect"
import { createServer } from "node:http"
import { admin, adminIn, environment, OperatorSurface, refused } from "./admin.ts"

const misuse: ReadonlyArray<readonly [words: string, error: RegExp]> = [
  ["--json", /^"admin" is not a complete command/],
  ["org --json", /^"admin org" is not a complete command/],
  ["--json org rename x", /^Unknown subcommand "rename" for "admin org"/],
  ["org create --plan team --json", /^Missing required flag: --name$/],
  ["org create --name Acme --plan gold --json", /--plan: "gold"\. Expected: .*none.*trial.*starter.*team.*enterprise/],
  ["org create --name Acme --plan team --timezone Mars/Base --json", /^--timezone must be an IANA time zone/],
  ["org create --name Acme Ltd --plan team --json", /^Unexpected argument/],
  ["org create --name Acme --plan team --colour red --json", /^Unrecognized flag: --colour/],
  ["org show --json", /^Missing required argument: ORG$/],
  ["org show acme --json", /^ORG must be a UUID$/],
  ["org update 0198c5c0-0000-7000-8000-000000000000 --suspended maybe --json", /--suspended: "maybe".*true.*false/],
  ["job run --json", /^Missing required argument: NAME$/],
  ["job run x --org acme --json", /^--org must be a UUID$/]
]

const strangers: ReadonlyArray<readonly [status: number, body: string]> = [
  [404, '{"error":"Not found"}'],
  [502, "<html>Bad gateway</html>"],
  [200, "<html>Welcome</html>"],
  [200, ""]
]

// operator-2: A failure is `{ error }` on stderr, and exit 1.
layer(OperatorSurface)("a failure is { error } on stderr and exit 1", (it) => {
  for (const [words, error] of misuse) {
    it.effect(`misuse: admin ${words}`, function* () {
      assert.match(yield* refused(yield* admin(...words.split(" "))), error)
    })
  }

  it.effect("a wrong operator token", function* () {
    const env = { ...(yield* environment), OPERATOR_TOKEN: "wrong" }
    assert.strictEqual(
      yield* refused(yield* adminIn(env, "org", "list", "--json")),
      "Missing or invalid operator token"
    )
  })

  it.effect("a service that does not answer", function* () {
    const env = { ...(yield* environment), BASE_URL: "http://127.0.0.1:1/" }
    assert.strictEqual(
      yield* refused(yield* adminIn(env, "org", "list", "--json")),
      "The service does not respond at http://127.0.0.1:1. Check that it is running; ADMIN_URL sets another URL"
    )
  })

  for (const [status, body] of strangers) {
    // operator-2
    it.effect(`something else that answers at BASE_URL: ${status} ${body}`, function* () {
      const other = createServer((_, response) => response.writeHead(status).end(body))
      yield* Effect.acquireRelease(
        Effect.callback<void>((resume) => {
          other.listen(0, "127.0.0.1", () => resume(Effect.void))
        }),
        () => Effect.sync(() => other.close())
      )
      const address = other.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      const env = { ...(yield* environment), BASE_URL: `http://127.0.0.1:${port}` }
      assert.match(yield* refused(yield* adminIn(env, "org", "list", "--json")), /is not the service.*BASE_URL/)
    })
  }

  it.effect("BASE_URL that is no web address", function* () {
    const env = { ...(yield* environment), BASE_URL: "ftp://svc.test" }
    assert.match(yield* refused(yield* adminIn(env, "org", "list", "--json")), /^BASE_URL takes an http/)
    const reached = { ...env, ADMIN_URL: (yield* environment).BASE_URL }
    assert.strictEqual((yield* adminIn(reached, "org", "list", "--json")).code, 0)
  })

  // operator-3: It reads the operator token from the environment, else from `DATA_DIR`.
  it.effect("without OPERATOR_TOKEN the token is read from DATA_DIR/operator-token", function* () {
    const { BASE_URL, OPERATOR_TOKEN } = yield* environment
    const fs = yield* FileSystem.FileSystem
    const DATA_DIR = yield* fs.makeTempDirectoryScoped({ prefix: "svc-admin-" })
    assert.match(yield* refused(yield* adminIn({ BASE_URL, DATA_DIR }, "org", "list", "--json")), /Set OPERATOR_TOKEN/)

    yield* fs.writeFileString(`${DATA_DIR}/operator-token`, `${OPERATOR_TOKEN}\n`)
    const { code, stdout } = yield* adminIn({ BASE_URL, DATA_DIR }, "org", "list", "--json")
    assert.deepEqual([code, stdout], [0, "[]\n"])
  })

  it.effect(
    "OPERATOR_TOKEN_FILE names the file of the token; with OPERATOR_TOKEN beside it nothing is called",
    function* () {
      const { BASE_URL, OPERATOR_TOKEN } = yield* environment
      const fs = yield* FileSystem.FileSystem
      const folder = yield* fs.makeTempDirectoryScoped({ prefix: "svc-admin-" })
      const OPERATOR_TOKEN_FILE = `${folder}/token`
      const list = (env: Record<string, string>) => adminIn({ BASE_URL, ...env }, "org", "list", "--json")
      assert.match(yield* refused(yield* list({ OPERATOR_TOKEN_FILE })), /^OPERATOR_TOKEN_FILE names .*cannot be read/)
      yield* fs.writeFileString(OPERATOR_TOKEN_FILE, `${OPERATOR_TOKEN}\n`)
      const { code, stdout } = yield* list({ OPERATOR_TOKEN_FILE })
      assert.deepEqual([code, stdout], [0, "[]\n"])
      assert.match(yield* refused(yield* list({ OPERATOR_TOKEN, OPERATOR_TOKEN_FILE })), /both set/)
    }
  )

  it.effect("without --json it is a sentence on stderr, and exit 1 all the same", function* () {
    const { code, stderr, stdout } = yield* admin("job", "run", "no-such-job")
    assert.deepEqual([code, stdout], [1, ""])
    assert.match(stderr, /^Unknown job no-such-job\. [^\n]*\n$/)
  })

  it.effect("--help prints help and exits 0", function* () {
    const { code, stderr, stdout } = yield* admin("org", "create", "--help")
    assert.deepEqual([code, stderr], [0, ""])
    assert.include(stdout, "admin org create")
  })
})
