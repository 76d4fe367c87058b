import { CasesApi } from "@svc/contract/cases/api"
import { SearchApi } from "@svc/contract/search/api"
import type { Found } from "@svc/contract/search/schema"
import { Effect } from "effect"
import { clientOf } from "#platform/api.ts"
import { query } from "#platform/atoms.ts"

const cases = clientOf(CasesApi)
const search = clientOf(SearchApi)

/** No kind has matches. */
export const nothingFound: Found = { offboardings: null, people: null, equipment: null, documents: null }

/** Records of each kind that match the text; none for an empty text. */
export const found = query(
  (text: string) => (text === "" ? Effect.succeed(nothingFound) : search.find({ query: { q: text } })),
  { keys: () => ["cases", "people", "assets", "documents"] }
)

/** Maximum commands to retry a removal. */
const maxRetries = 3

/** Open offboardings with failed removals, the soonest last day first, for members who revoke; otherwise none. */
export const failedRemovals = query(
  (revokes: boolean) =>
    revokes
      ? Effect.map(
          cases.list({
            query: { revocation_failed: true, open: true, sort: "exit_date", offset: 0, limit: maxRetries }
          }),
          ({ rows }) => rows
        )
      : Effect.succeed([]),
  { keys: () => ["cases"] }
)
