import { DirectoryApi } from "@svc/contract/employees/directory-api"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const directory = clientOf(DirectoryApi)

/** People by name, email, or number, for the palette; none for an empty text. */
export const directoryNamed = query(
  (text: string) =>
    text.trim() === ""
      ? Effect.succeed([])
      : Effect.map(directory.list({ query: { q: text, offset: 0, limit: 5 } }), ({ rows }) => rows),
  { keys: () => ["people"] }
)
