import { assert, describe, it } from "@effect/vitest"
import { globSync, readdirSync, readFileSync } from "node:fs"
import { basename, dirname } from "node:path"
import { siemDeliveries } from "#outgoing/siem/delivery-policy"
import { webhookDeliveries } from "#outgoing/webhooks/delivery-policy"
import { contractRoutes, scimRoutes } from "./support/contract-routes.ts"
import { references } from "#App"
import { domainOf, folders, tableOwners } from "./support/house.ts"

const migrations = readdirSync("migrations").filter((file) => file.endsWith(".sql"))

/** Tables that another domain's repo may write, and why. */
const shared: Readonly<Record<string, ReadonlyArray<string>>> = {
  // The step-up and the revocation of a session are the account's verbs; the look-up is access's.
  // Leaving and closing an account end memberships, sessions and the account itself in one transaction. Who belongs to an
  // organisation, and the sessions there, is written where it is decided.
  // Members who belong to no other organisation go in the transaction in which theirs does.
  // A membership names its member's key for the log, noted when the key is made, so that the session's look-up finds it there.
  accounts: ["access", "own-account", "members", "organisations", "audit"],
  // The engine settles what it sent, and keeps the health of who was sent it.
  webhooks: ["deliveries"],
  siem: ["deliveries"],
  // Notifications made the table; since other domains send mail too, its queue is a domain of its own.
  // Who leaves an organisation leaves no notifications there.
  // Retention leaves no notice by the name of whoever it deletes.
  notifications: ["mails", "own-account", "offboardings"],
  // Retention removes the oldest entries, and the database sees to it that nothing else does.
  audit: ["audit-archives"],
  // Who closes their account hands over what they started. A case that is somebody's only by their address is tied to
  // their record in the transaction that gives them another one.
  offboardings: ["own-account", "employees"]
}

/** A restore writes every table, and its release ends what was queued in each. */
const everywhere = "backup"

const servedTables = [webhookDeliveries, siemDeliveries].flatMap(({ tables }) => [tables.deliveries, tables.receivers])

const withoutComments = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, "")

describe("what a machine can keep", () => {
  it("a request carries every reference of ours", () => {
    const texts = globSync("src/**/*.ts").map((file) => readFileSync(file, "utf8"))
    const keys = texts.flatMap((text) =>
      text
        .split("Context.Reference<")
        .slice(1)
        .map((rest) => /"(svc\/[^"]+)"/.exec(rest)?.[1])
    )
    assert.sameMembers([...references], [...new Set(keys)])
  })

  // credentials-10: Every route says what it requires; one that says nothing lets nobody in.
  it("every route declares what it requires of its caller", () => {
    const undeclared = [...contractRoutes, ...scimRoutes]
      .filter((route) => route.requires === undefined)
      .map((route) => route.name)
    assert.deepStrictEqual(undeclared, [])
  })

  it("every route that requires something stands behind the middleware that asks for it", () => {
    const open = contractRoutes.filter((route) => {
      const authenticated = route.middlewares.some((key) => key === "svc/SessionAuth" || key === "svc/ApiKeyAuth")
      const checked = route.middlewares.some((key) => key === "svc/Access" || key === "svc/ApiAccess")
      return route.requires?.open === true ? authenticated && !checked : !(authenticated && checked)
    })
    assert.deepStrictEqual(
      open.map((route) => route.name),
      []
    )
  })

  it("every route of provisioning counts against the one limit, and all but the capabilities ask for a token", () => {
    const open = scimRoutes.filter(
      ({ middlewares, requires }) =>
        !middlewares.includes("svc/ScimLimits") ||
        (requires?.open !== true && !["svc/ScimTokenAuth", "svc/ScimAccess"].every((key) => middlewares.includes(key)))
    )
    assert.deepStrictEqual(open, [])
    assert.deepStrictEqual(
      scimRoutes.filter(({ requires }) => requires?.open === true).map(({ name }) => name),
      ["GET /scim/v2/ServiceProviderConfig"]
    )
  })

  // versions-1
  it("every public route names a scope", () => {
    const without = contractRoutes.filter((route) => route.surface === "public" && route.requires?.scope === undefined)
    assert.deepStrictEqual(
      without.map((route) => route.name),
      []
    )
  })

  it("a repo writes only tables that its own domain's migrations create", () => {
    const strays = globSync("src/**/*repo.ts").flatMap((file) => {
      const domain = domainOf(dirname(file))
      const text = readFileSync(file, "utf8")
      return (
        // A lease queue's statements take their table from its declaration.
        [
          ...text.matchAll(
            /\b(?:(?:INSERT INTO|UPDATE|DELETE FROM)\s+|make(?:Claim|LeaseQueue|BuildQueue)\(\s*\{\s*(?:table|builds): ")(\w+)/g
          )
        ]
          .map(([, table = ""]) => table)
          // The engine's statements take their tables from its policies.
          .concat(domain === "deliveries" ? servedTables : [])
          .filter((table) => tableOwners.has(table))
          .filter((table) => {
            const owner = tableOwners.get(table) ?? ""
            return owner !== domain && domain !== everywhere && !(shared[owner] ?? []).includes(domain)
          })
          .map((table) => `${file} writes ${table} of ${tableOwners.get(table)}`)
      )
    })
    assert.deepStrictEqual(strays, [])
  })

  it("every domain of the contract is a folder of src", () => {
    const domains = new Set(folders.map(domainOf))
    const missing = readdirSync("packages/contract/src", { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== "kernel" && !domains.has(entry.name))
      .map((entry) => entry.name)
    assert.deepStrictEqual(missing, [])
  })

  it("each migration has a number of its own", () => {
    const numbers = migrations.map((file) => file.slice(0, 4))
    assert.deepStrictEqual(numbers, [...new Set(numbers)])
  })

  it("every mail is rendered by the one template with its text and HTML parts, and every sender has a test that reads both", () => {
    const sources = globSync("src/**/*.ts").map((file) => ({ file, text: readFileSync(file, "utf8") }))
    const using = (call: RegExp) => sources.filter(({ text }) => call.test(text)).map(({ file }) => file)
    assert.deepStrictEqual(using(/\brenderMail\(/), ["src/outgoing/mails/service.ts"])
    assert.deepStrictEqual(using(/\bmailer\.send\(/), ["src/outgoing/mails/service.ts"])
    assert.deepStrictEqual(using(/INSERT INTO mail_outbox\b/), ["src/outgoing/mails/repo.ts"])
    const tested = new Set(
      globSync("test/**/*.test.ts")
        .filter((file) => /\b(?:queuedMails|mailedToken|mailsTo|subjectsTo)\b/.test(readFileSync(file, "utf8")))
        .map((file) => basename(dirname(file)))
    )
    const senders = new Set(using(/\bmails\.queue(?:Translated)?\(/).map((file) => basename(dirname(file))))
    assert.isAbove(senders.size, 5)
    assert.deepStrictEqual(
      [...senders].filter((domain) => !tested.has(domain)),
      []
    )
  })

  it("time and chance come from Effect: src never asks the machine", () => {
    const asking = globSync("src/**/*.ts").flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(/\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(/g)
      ].map(([found]) => `${file}: ${found}`)
    )
    assert.deepStrictEqual(asking, [])
  })

  it("nothing silences the compiler", () => {
    const silenced = globSync(["src/**/*.ts", "packages/*/src/**/*.ts"]).flatMap((file) =>
      [
        ...withoutComments(readFileSync(file, "utf8")).matchAll(
          /\bas any\b|\bas unknown as\b|\bas never\b|@ts-ignore|@ts-expect-error/g
        )
      ].map(([found]) => `${file}: ${found}`)
    )
    assert.deepStrictEqual(silenced, [])
  })
})

describe("tests on a slow machine, and beside another run", () => {
  const inSeconds = (text: string) => Number(/^(\d+) seconds$/.exec(text)?.[1] ?? 0)

  it("no suite has a limit under 120 seconds for what is built before it, nor a wait that ends before", () => {
    const short = globSync("test/**/*.ts", { exclude: ["test/bench/**", "test/architecture.test.ts"] }).flatMap(
      (file) =>
        [
          ...readFileSync(file, "utf8").matchAll(/^layer\([^\n]*\btimeout: "([^"]+)"|upTo\(\{ duration: "([^"]+)"/gm)
        ].flatMap(([, limit, wait]) => (inSeconds(limit ?? wait ?? "") < 120 ? [`${file}: ${limit ?? wait}`] : []))
    )
    assert.deepStrictEqual(short, [])
  })

  it("no process is told a port that a run beside this one tells its own as well", () => {
    const fixed = globSync("test/**/*.ts", { exclude: ["test/bench/**", "test/platform/config*.test.ts"] }).filter(
      (file) => /\bPORT: "?[1-9]\d*"|\.listen\([1-9]/.test(readFileSync(file, "utf8"))
    )
    assert.deepStrictEqual(fixed, [])
  })
})
