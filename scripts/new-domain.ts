import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

/** `npm run new-domain -- work/leave-notes`: both folders of a domain with one listing route, and what to wire. */
const root = process.env["NEW_DOMAIN_ROOT"] ?? join(dirname(fileURLToPath(import.meta.url)), "..")
const [district = "", name = "", ...more] = (process.argv[2] ?? "").split("/")
/** Those that hold domains, as `src` has them. */
const districts = [
  "outgoing",
  "connections",
  "work",
  "access-removal",
  "offboarding",
  "organisation",
  "evidence",
  "reports"
]

if (more.length > 0 || !districts.includes(district) || !/^[a-z]+(-[a-z]+)*$/.test(name)) {
  process.stderr.write(
    "Usage: npm run new-domain -- DISTRICT/NAME, for example work/leave-notes; NAME is a plural in kebab-case, " +
      `DISTRICT is one of ${districts.join(", ")}\n`
  )
  process.exit(1)
}

const pascal = name
  .split("-")
  .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
  .join("")
const camel = `${pascal[0]?.toLowerCase()}${pascal.slice(1)}`
const singular = pascal.replace(/s$/, "")
const table = name.replaceAll("-", "_")
const migrations = readdirSync(join(root, "migrations")).flatMap((file) => /^(\d{4})_/.exec(file)?.[1] ?? [])
const number = String(Math.max(0, ...migrations.map(Number)) + 1).padStart(4, "0")

const files: Readonly<Record<string, string>> = {
  [`migrations/${number}_${name}_create.sql`]: `CREATE TABLE ${table} (
  org_id     uuid        NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
  id         uuid        NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (org_id, id)
);

CALL protect_tenant_table('${table}');
`,
  [`packages/contract/src/${name}/schema.ts`]: `import { Schema } from "effect"
import { Timestamp } from "../kernel/dates.ts"
import { Uuid } from "../kernel/ids.ts"

export const ${singular} = Schema.Struct({ id: Uuid, created_at: Timestamp })
export type ${singular} = typeof ${singular}.Type
`,
  [`packages/contract/src/${name}/api.ts`]: `import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Access, Decoding, Requires, SessionAuth } from "../kernel/access.ts"
import { ${singular} } from "./schema.ts"

export class ${pascal}Api extends HttpApiGroup.make("${name}")
  .add(HttpApiEndpoint.get("list", "/", { success: Schema.Array(${singular}) }).annotate(Requires, { open: true }))
  // The last one added runs first.
  .middleware(Access)
  .middleware(SessionAuth)
  .middleware(Decoding)
  .prefix("/api/${name}")
  .annotateMerge(OpenApi.annotations({ title: "${pascal}" })) {}
`,
  [`src/${district}/${name}/repo.ts`]: `import { OrgId } from "@svc/contract/kernel/ids"
import { ${singular} } from "@svc/contract/${name}/schema"
import { Context, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { all, Instant } from "#platform/database/statements"

const Row = Schema.Struct({ ...${singular}.fields, created_at: Instant })

export class ${pascal}Repo extends Context.Service<${pascal}Repo>()("svc/${name}/${pascal}Repo", {
  make: Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const list = all({
      Request: OrgId,
      Result: Row,
      execute: (orgId) => sql\`SELECT id, created_at FROM ${table} WHERE org_id = \${orgId} ORDER BY created_at, id\`
    })
    return { list }
  })
}) {
  static readonly layer = Layer.effect(${pascal}Repo, ${pascal}Repo.make)
}
`,
  [`src/${district}/${name}/service.ts`]: `import { Caller } from "@svc/contract/kernel/access"
import { type ${singular} } from "@svc/contract/${name}/schema"
import { Context, Effect } from "effect"
import { Db } from "#platform/database/db"
import { layerOf } from "#platform/services/layer-of"
import { ${pascal}Repo } from "./repo.ts"

export class ${pascal} extends Context.Service<
  ${pascal},
  { readonly list: Effect.Effect<ReadonlyArray<${singular}>, never, Caller> }
>()("svc/${name}/${pascal}") {
  static readonly layerNoDeps = layerOf(${pascal}, function* () {
    const db = yield* Db
    const repo = yield* ${pascal}Repo
    const list = Caller.use(({ orgId }) => repo.list(orgId)).pipe(db.transact, Effect.withSpan("${pascal}.list"))
    return ${pascal}.of({ list })
  })
}
`,
  [`src/${district}/${name}/http.ts`]: `import { appSurface } from "@svc/contract/kernel/surfaces"
import { ${pascal}Api } from "@svc/contract/${name}/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ${pascal} } from "./service.ts"

export const ${pascal}Http = HttpApiBuilder.group(
  appSurface.add(${pascal}Api),
  "${name}",
  Effect.fn(function* (handlers) {
    const ${camel} = yield* ${pascal}
    return handlers.handleAll({ list: () => ${camel}.list })
  })
)
`,
  [`src/${district}/${name}/index.ts`]: `import { Layer } from "effect"
import { ${pascal}Http } from "./http.ts"
import { ${pascal}Repo } from "./repo.ts"
import { ${pascal} } from "./service.ts"

export const services = ${pascal}.layerNoDeps.pipe(Layer.provide(${pascal}Repo.layer))
export const http = ${pascal}Http
`
}

const present = Object.keys(files).filter((file) => existsSync(join(root, file)))
if (present.length > 0 || existsSync(join(root, "src", district, name))) {
  process.stderr.write(`The domain ${name} already exists
`)
  process.exit(1)
}

for (const [file, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  process.stdout.write(`${file}\n`)
}
process.stdout.write(`
To wire it:
  packages/contract/src/app-api.ts   .add(${pascal}Api)
  src/${district}/index.ts           ${pascal}.services and ${pascal}.http
  test/support/route-cards/${district}.ts   "GET /api/${name}": { permission: "nothing" }
  test/${district}/${name}/list.test.ts   a case per documented status
docs/how-to/a-domain.md has the rest
`)
