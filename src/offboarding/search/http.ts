import { appSurface } from "@svc/contract/kernel/surfaces"
import { SearchApi } from "@svc/contract/search/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Search } from "./service.ts"

export const SearchHttp = HttpApiBuilder.group(
  appSurface.add(SearchApi),
  "search",
  Effect.fn(function* (handlers) {
    const search = yield* Search
    return handlers.handleAll({ find: ({ query }) => search.find(query.q ?? "") })
  })
)
