import { HomeApi } from "@svc/contract/home/api"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Home } from "./service.ts"

export const HomeHttp = HttpApiBuilder.group(
  appSurface.add(HomeApi),
  "home",
  Effect.fn(function* (handlers) {
    return handlers.handleAll(yield* Home)
  })
)
