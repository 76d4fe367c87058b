import { release } from "@svc/contract/kernel/openapi"
import { Option, Schema } from "effect"
import { readFileSync } from "node:fs"

/** What `scripts/built.mjs` writes next to the built program. */
const Recorded = Schema.fromJsonString(
  Schema.Struct({
    commit: Schema.String.check(Schema.isPattern(/^[0-9a-f]{7,64}$/)),
    commit_date: Schema.optionalKey(Schema.String.check(Schema.isPattern(/^\d{4}-\d\d-\d\dT[\d:+Z-]{6,20}$/)))
  })
)

const textBeside = (name: string) => {
  try {
    return readFileSync(new URL(name, import.meta.url), "utf8")
  } catch {
    return ""
  }
}

/** Which build this process is. The commit is known of what was built in a checkout, or told with its commit (`COMMIT`). */
export const build: { readonly version: string; readonly commit?: string; readonly commit_date?: string } = {
  version: release,
  ...Option.getOrElse(Schema.decodeUnknownOption(Recorded)(textBeside("commit.json")), () => ({}))
}
