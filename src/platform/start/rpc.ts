import { InstanceRpcs } from "@svc/contract/platform/rpc"
import { Effect } from "effect"
import { AppConfig } from "#platform/config/config"

export const InstanceRpcHandlers = InstanceRpcs.toLayer(
  Effect.map(AppConfig, ({ baseUrl, production }) =>
    InstanceRpcs.of({ "instance.show": () => Effect.succeed({ base_url: baseUrl, production }) })
  )
)
