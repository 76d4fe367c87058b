import { globSync, readFileSync } from "node:fs"
import { dirname } from "node:path"

/** The districts of `src`, ground first: each imports only those before it. */
export const districts = [
  "platform",
  "records",
  "access",
  "audit",
  "outgoing",
  "connections",
  "work",
  "access-removal",
  "offboarding",
  "organisation",
  "evidence",
  "reports",
  "exports",
  "erasure",
  "demo",
  "operations"
]

/** Where the dashboard is written. */
export const dashboard = "packages/dashboard/src"

/** The folders of the dashboard, ground first: its rooms, the modules that `src` has, and what joins them. */
export const dashboardModules = [
  "state",
  "languages",
  "design",
  "platform",
  "frame",
  ...districts.filter((district) => district !== "platform"),
  "home",
  "screens",
  "shell",
  "words"
]

/** The folders of `src` that hold code: `src/work/assets`, `src/access`. */
export const folders = [...new Set(globSync("src/**/*.ts").map((file) => dirname(file)))].toSorted()

/**
 * What a folder is called in the contract and in the migrations: by its last name, but that those of the audit log
 * carry their district's (`audit/log` is `audit-log`, and `audit/record` is `audit` itself).
 */
export const domainOf = (folder: string): string => {
  const [, district = "", room = ""] = folder.split("/")
  if (district === "audit") return room === "record" ? "audit" : `audit-${room}`
  return room === "" ? district : room
}

/** Every table by the folder whose migration creates it. */
export const tableOwners: ReadonlyMap<string, string> = new Map(
  globSync("migrations/*.sql")
    .toSorted()
    .flatMap((file) => {
      const domain = /\/\d{4}_(.+)_[a-z-]+\.sql$/.exec(file)?.[1] ?? ""
      return [...readFileSync(file, "utf8").matchAll(/CREATE (?:UNLOGGED )?TABLE (\w+)/g)].map(
        ([, table = ""]) => [table, domain] as const
      )
    })
)
