import { writeFileSync } from "node:fs"
import { routesPage } from "./routes-page.ts"

/** `npm run routes`: writes `docs/routes.md`, which `test/routes.test.ts` compares, so that a change of a route is read as a diff. */
writeFileSync(new URL("../docs/routes.md", import.meta.url), routesPage)
process.stdout.write("docs/routes.md\n")
