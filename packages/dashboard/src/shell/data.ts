import { DirectoryApi } from "@svc/contract/employees/directory-api"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const directory = clientOf(DirectoryApi)

/** People of the directory by name, address or number, for the palette; nobody for no text. */
export const directoryNamed = query(
  (text: string) =>
    text.trim() === ""
      ? Effect.succeed([])
      : Effect.map(directory.list({ query: { q: text, offset: 0, limit: 5 } }), ({ rows }) => rows),
  { keys: () => ["people"] }
)
