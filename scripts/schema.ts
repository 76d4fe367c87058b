import { spawnSync } from "node:child_process"

/** `npm run schema`: writes `docs/schema.md` from the catalogue of a new database. */
const { status } = spawnSync("vitest", ["run", "test/schema.test.ts", "--update=all"], { stdio: "inherit" })
process.exit(status ?? 1)
