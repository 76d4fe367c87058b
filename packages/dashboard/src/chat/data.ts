import { ChatApi } from "@svc/contract/chat/api"
import type { ConnectTeams } from "@svc/contract/chat/schema"
import { clientOf } from "../platform/api.ts"
import { action } from "../platform/atoms.ts"

const chat = clientOf(ChatApi)

export const connectTeams = action(
  (payload: ConnectTeams) => chat.connectTeams({ payload }),
  () => ["integrations"]
)

export const testTeams = action(
  (_nothing: void) => chat.testTeams({}),
  () => []
)
