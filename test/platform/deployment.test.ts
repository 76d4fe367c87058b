import { NodeServices } from "@effect/platform-node"
import { parseYaml } from "@redocly/openapi-core"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer, Schema } from "effect"
import { spawnSync } from "node:child_process"
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { AppConfig } from "#platform/config/config"
import { secretVariables, variableNames } from "#platform/config/variables"

const text = (file: string) => readFileSync(file, "utf8")

const strings = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(Schema.String)))

/** What `npm start` gives to Node for what is built; not none. */
const launchedWith = () => {
  const flags = strings(/^const builtFlags = (\[.*\])$/m.exec(text("scripts/launch.mjs"))?.[1] ?? "[]")
  assert.isNotEmpty(flags)
  return [...flags]
}

const Names = Schema.Record(Schema.String, Schema.NullOr(Schema.String))
const Compose = Schema.Struct({
  services: Schema.Record(
    Schema.String,
    Schema.Struct({
      environment: Schema.optionalKey(Names),
      secrets: Schema.optionalKey(Schema.Array(Schema.String)),
      read_only: Schema.optionalKey(Schema.Boolean),
      cap_drop: Schema.optionalKey(Schema.Array(Schema.String)),
      security_opt: Schema.optionalKey(Schema.Array(Schema.String))
    })
  ),
  secrets: Schema.Record(Schema.String, Schema.Struct({ file: Schema.String }))
})
const compose = Schema.decodeUnknownSync(Compose)(parseYaml(text("compose.yaml")))
const ours = ["service", "bucket"]

const Container = Schema.Struct({
  securityContext: Schema.Struct({
    allowPrivilegeEscalation: Schema.Literal(false),
    readOnlyRootFilesystem: Schema.Literal(true),
    capabilities: Schema.Struct({ drop: Schema.Tuple([Schema.Literal("ALL")]) })
  }),
  startupProbe: Schema.optionalKey(Schema.Json),
  readinessProbe: Schema.optionalKey(Schema.Json),
  livenessProbe: Schema.optionalKey(Schema.Json)
})
const Pod = Schema.Struct({
  securityContext: Schema.Struct({
    runAsNonRoot: Schema.Literal(true),
    runAsUser: Schema.Int,
    seccompProfile: Schema.Struct({ type: Schema.Literal("RuntimeDefault") })
  }),
  automountServiceAccountToken: Schema.Literal(false),
  containers: Schema.NonEmptyArray(Container)
})
const WithPods = Schema.Struct({
  spec: Schema.Struct({ replicas: Schema.optionalKey(Schema.Int), template: Schema.Struct({ spec: Pod }) })
})
const Manifest = Schema.Struct({ apiVersion: Schema.String, kind: Schema.String, data: Schema.optionalKey(Names) })

const documents = globSync("deploy/kubernetes/*.yaml")
  .toSorted()
  .flatMap((file) => text(file).split(/^---$/m))
  .map((document) => parseYaml(document))
const manifests = documents.map((document) => Schema.decodeUnknownSync(Manifest)(document))

const known = (name: string) => variableNames.includes(name) || /^(?:AWS_|NODE_ENV$|TMPDIR$)/.test(name)

const refersTo = (environment: typeof Names.Type) =>
  Object.entries(environment).flatMap(([name, value]) =>
    name.endsWith("_FILE") && value !== null ? [{ name, secret: path.basename(value) }] : []
  )

describe("compose.yaml", () => {
  for (const name of ours) {
    // configuration-8: Compose, Kubernetes' manifests and systemd's unit hand secrets over as files alone, and let the
    //   service write nowhere but to its data.
    it(`gives ${name} no secret but as a file, each of which is declared, and only variables that are read`, () => {
      const { environment = {}, secrets = [] } = compose.services[name] ?? {}
      const names = Object.keys(environment)
      assert.deepStrictEqual(
        names.filter((each) => !known(each)),
        []
      )
      assert.deepStrictEqual(
        names.filter((each) => secretVariables.includes(each)),
        []
      )
      for (const { secret } of refersTo(environment)) {
        assert.include(secrets, secret)
        assert.property(compose.secrets, secret)
      }
      const required = ["DATABASE_URL", "REDIS_URL", "SMTP_URL", "MASTER_KEY", "AUDIT_SIGNING_KEY", "OPERATOR_TOKEN"]
      assert.includeMembers(
        names,
        required.map((each) => `${each}_FILE`)
      )
    })

    // configuration-8
    it(`lets ${name} write nowhere but to its volume, and gain nothing`, () => {
      assert.deepInclude(compose.services[name], {
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"]
      })
    })
  }

  // configuration-8
  it.effect("starts with the secrets that deploy/image/secrets.mjs makes, which it makes once", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(path.join(tmpdir(), "svc-secrets-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const make = () => spawnSync(process.execPath, ["deploy/image/secrets.mjs", folder], { encoding: "utf8" })
      const made = make().stdout.trim().split("\n")
      assert.sameMembers(
        made,
        Object.values(compose.secrets).map(({ file }) => path.basename(file))
      )
      assert.strictEqual(make().stdout, "")
      const files = refersTo(compose.services["service"]?.environment ?? {}).map(
        ({ name, secret }) => [name, path.join(folder, secret)] as const
      )
      const env = { ...Object.fromEntries(files), NODE_ENV: "production", DATA_DIR: folder }
      const config = yield* AppConfig.use(Effect.succeed).pipe(
        Effect.provide(AppConfig.layer.pipe(Layer.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env })))))
      )
      assert.deepStrictEqual(config.generatedKeys, [])
    }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))
  )
})

describe("the manifests for Kubernetes", () => {
  it("are two replicas, a migration, a budget for disruption and a policy for the network", () => {
    const kinds = manifests.map(({ kind }) => kind)
    assert.includeMembers(kinds, ["Deployment", "Job", "PodDisruptionBudget", "NetworkPolicy", "Service", "ConfigMap"])
    const deployment = documents[manifests.findIndex(({ kind }) => kind === "Deployment")]
    assert.strictEqual(Schema.decodeUnknownSync(WithPods)(deployment).spec.replicas, 2)
  })

  for (const [index, { kind }] of manifests.entries()) {
    if (kind !== "Deployment" && kind !== "Job") continue
    // configuration-8
    it(`run no pod with more rights than it needs: ${kind}`, () => {
      const { containers } = Schema.decodeUnknownSync(WithPods)(documents[index]).spec.template.spec
      if (kind === "Job") return assert.lengthOf(containers, 1)
      for (const container of containers) {
        assert.containsAllKeys(container, ["startupProbe", "readinessProbe", "livenessProbe"])
      }
    })
  }

  it("hold no secret, and configure only variables that are read", () => {
    const { data = {} } = manifests.find(({ kind }) => kind === "ConfigMap") ?? {}
    const names = Object.keys(data)
    assert.isAbove(names.length, 5)
    assert.deepStrictEqual(
      names.filter((name) => !known(name) || secretVariables.includes(name)),
      []
    )
    assert.notInclude(
      manifests.map(({ kind }) => kind),
      "Secret"
    )
  })
})

describe("the unit of systemd", () => {
  // configuration-8
  it("takes every secret as a credential, and configures only variables that are read", () => {
    const unit = text("deploy/systemd/offboarding.service")
    const credentials = [...unit.matchAll(/^LoadCredential=([^:]+):/gm)].map(([, name]) => name)
    const variables = [...unit.matchAll(/^Environment=(.+)$/gm)].flatMap(([, line = ""]) => line.split(" "))
    const given = variables.filter((each) => each.includes("=%d/")).map((each) => each.split("=%d/")[1])
    assert.sameMembers(given, credentials)
    assert.deepStrictEqual(
      variables
        .map((each) => each.split("=", 1)[0] ?? "")
        .filter((name) => !known(name) || secretVariables.includes(name)),
      []
    )
  })

  it("runs what `npm run build` makes, as `npm start` does, and so does the operator's command", () => {
    const [start = ""] = /^ExecStart=.*/m.exec(text("deploy/systemd/offboarding.service")) ?? []
    assert.match(start, / dist\/current\/main\.mjs$/)
    assert.includeMembers(start.split(" "), launchedWith())
    assert.match(text("deploy/systemd/offboarding-admin"), / dist\/current\/admin\.mjs "\$@"' admin "\$@"\n$/)
    // Where both are made: once, and with every release.
    const links = text("docs/operate/install.md").match(
      /^ln -sfn "\$\(bin\/node scripts\/build\.mjs\)" dist\/current/gm
    )
    assert.lengthOf(links ?? [], 2)
  })
})

describe("Dockerfile", () => {
  it("runs as a user that is not root, tells its health, and copies every package of the workspace", () => {
    const dockerfile = text("Dockerfile")
    const final = dockerfile.split(/^FROM /m).at(-1) ?? ""
    assert.match(final, /^USER [1-9]\d*:[1-9]\d*$/m)
    assert.match(final, /^HEALTHCHECK .*CMD \["node"/m)
    assert.notMatch(final, /^RUN |^(?:CMD|ENTRYPOINT) [^[]/m)
    // The image runs what `npm start` runs, as that does.
    const [, entry = ""] = /^ENTRYPOINT (.*)/m.exec(final) ?? []
    assert.includeMembers([...strings(entry)], launchedWith())
    assert.notMatch(final, /\/app\/src|scripts\//)
    for (const manifest of globSync("packages/*/package.json")) {
      assert.include(dockerfile, `COPY ${manifest} ${path.dirname(manifest)}/`)
    }
    for (const [, places = ""] of dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)) {
      for (const place of places.split(" ")) assert.isTrue(existsSync(place), place)
    }
  })

  it("says in its labels which commit it is, which compose hands in", () => {
    const [stage = "", ...others] = text("Dockerfile")
      .split(/^FROM /m)
      .toReversed()
    const [, labels = ""] = /^LABEL (.*(?:\n {2}.*)*)/m.exec(stage) ?? []
    assert.include(labels, "org.opencontainers.image.revision=${COMMIT}")
    assert.include(labels, "org.opencontainers.image.created=${COMMIT_DATE}")
    // An argument is known to the stage that declares it alone: the one that builds, and this one.
    for (const name of ["COMMIT", "COMMIT_DATE"]) {
      const declared = new RegExp(`^ARG ${name}=$`, "m")
      assert.match(stage, declared)
      assert.isTrue(others.some((other) => declared.test(other)))
      assert.include(text("compose.yaml"), `${name}: \${${name}:-}`)
    }
  })
})
