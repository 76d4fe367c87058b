import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
// Whatever tells a metric is loaded with the whole.
import * as App from "#App"
import { ProcessMetricsLayer } from "#platform/observability/process-metrics"
import { instruments } from "#platform/metrics/instruments"

const folder = "deploy/observability"

const rules = [
  ...readFileSync(`${folder}/alerts.yaml`, "utf8").matchAll(
    / {6}- alert: (\w+)\n {8}expr: (['"])(.*)\2\n {8}for: (\w+)\n {8}labels:\n {10}severity: (\w+)\n {8}annotations:\n {10}summary: (.+)\n {10}runbook_url: "([^"]+)"\n/g
  )
].map(([, name = "", , expr = "", , severity = "", , runbook = ""]) => ({ name, expr, severity, runbook }))

const Dashboard = Schema.fromJsonString(
  Schema.Struct({
    panels: Schema.Array(
      Schema.Struct({
        id: Schema.Int,
        title: Schema.String,
        targets: Schema.Array(Schema.Struct({ expr: Schema.String }))
      })
    )
  })
)

/** `up` is Prometheus' own. */
const told = new Set([
  "up",
  ...[...instruments.values()].flatMap(({ kind, prometheus }) =>
    kind === "histogram" ? ["_bucket", "_sum", "_count"].map((part) => prometheus + part) : [prometheus]
  )
])

/** The metrics that an expression names: not its functions, its labels, nor what it compares them with. */
const metricsOf = (expr: string) => {
  const bare = expr
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"/g, " ")
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, " ")
  return [...bare.matchAll(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => !["and", "or", "unless", "offset", "by", "on", "e9"].includes(name))
}

/** Labels that a matcher or a grouping names, by which a mistake would silently match nothing. */
const labels = new Set(
  (
    "job instance le method route status http_route http_request_method http_response_status_code " +
    "queue outcome vendor version db_client_connection_state db_client_connection_pool_name"
  ).split(" ")
)
const labelsOf = (expr: string) => [
  ...[...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inner = ""]) =>
    [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, name = ""]) => name)
  ),
  ...[...expr.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap(([, inner = ""]) =>
    inner.split(",").map((name) => name.trim())
  )
]

describe("alert rules and dashboard", () => {
  // observe-4: Rules and dashboard name only metrics and labels that there are, and every alert has its page.
  it("every metric that they name is one that the service tells, and every label one that it gives", () => {
    assert.isDefined(App.Loops)
    assert.isDefined(ProcessMetricsLayer)
    const dashboard = Schema.decodeUnknownSync(Dashboard)(
      execFileSync(process.execPath, [`${folder}/dashboard.mjs`], { encoding: "utf8" })
    )
    const exprs = [
      ...rules.map(({ expr, name }) => ({ where: name, expr })),
      ...dashboard.panels.flatMap(({ targets, title }) => targets.map(({ expr }) => ({ where: title, expr })))
    ]
    assert.isAbove(exprs.length, 30)
    const unknown = exprs.flatMap(({ expr, where }) => [
      ...metricsOf(expr)
        .filter((name) => !told.has(name))
        .map((name) => `${where}: ${name}`),
      ...labelsOf(expr)
        .filter((name) => !labels.has(name))
        .map((name) => `${where}: label ${name}`)
    ])
    assert.deepStrictEqual(unknown, [])
    const named = exprs.filter(({ expr }) => metricsOf(expr).length === 0).map(({ where }) => where)
    assert.deepStrictEqual(named, [])
  })

  it("every rule of the file is read here: a name, an expression, a severity and a page each", () => {
    const text = readFileSync(`${folder}/alerts.yaml`, "utf8")
    assert.strictEqual(rules.length, text.match(/- alert:/g)?.length)
    for (const { name, runbook, severity } of rules) {
      assert.include(["warning", "critical"], severity, name)
      assert.strictEqual(
        runbook,
        `{{ with $externalLabels.runbooks }}{{ . }}{{ else }}docs/operate/runbook{{ end }}/${name}.md`
      )
    }
    assert.strictEqual(new Set(rules.map(({ name }) => name)).size, rules.length)
  })

  // observe-4
  it("every alert has its page, and every page its alert: meaning, diagnose, fix, resolved", () => {
    const pages = readdirSync("docs/operate/runbook")
      .filter((file) => file !== "README.md")
      .map((file) => file.replace(/\.md$/, ""))
    assert.sameMembers(
      pages,
      rules.map(({ name }) => name)
    )
    for (const { expr, name } of rules) {
      const page = readFileSync(`docs/operate/runbook/${name}.md`, "utf8")
      assert.isTrue(page.startsWith(`# ${name}\n`), name)
      const headings = [...page.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)
      assert.deepStrictEqual(headings, ["Meaning", "Diagnose", "Fix", "Resolved"], name)
      assert.include(page, `\`\`\`promql\n${expr}\n\`\`\``, `${name}: the page tells the rule as it is`)
      const unknown = [...page.matchAll(/`([a-z]+(?:_[a-z0-9]+)+)(?:\{[^`]*\})?`/g)]
        .map(([, metric = ""]) => metric)
        .filter((metric) => !told.has(metric) && !/^(?:platform|pg|max)_/.test(metric))
      assert.deepStrictEqual(unknown, [], name)
    }
  })

  it("the index of the runbook lists each alert, and that of the operators' pages each page", () => {
    const index = readFileSync("docs/operate/runbook/README.md", "utf8")
    const listed = [...index.matchAll(/^\| \[(\w+)\]\(\1\.md\) +\| (\w+) +\|/gm)].map(
      ([, name, severity]) => `${name} ${severity}`
    )
    assert.sameMembers(
      listed,
      rules.map(({ name, severity }) => `${name} ${severity}`)
    )
    const pages = readdirSync("docs/operate").filter((file) => file.endsWith(".md") && file !== "README.md")
    const operate = readFileSync("docs/operate/README.md", "utf8")
    assert.isNotEmpty(pages)
    for (const page of pages) assert.include(operate, `(${page})`)
  })

  // observe-4
  it("the page of metrics lists each that the service tells, and no other", () => {
    const page = readFileSync("docs/operate/observe.md", "utf8")
    const rows = [...page.matchAll(/^\| `([\w.]+)` +\| `(\w+)` +\| (\w+) +\|/gm)].map(([, name, prometheus, kind]) =>
      [name, prometheus, kind].join(" ")
    )
    assert.sameMembers(
      rows,
      [...instruments.values()].map(({ kind, name, prometheus }) => [name, prometheus, kind].join(" "))
    )
  })
})
