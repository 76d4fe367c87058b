import { LeaverTestApi } from "@svc/contract/leaver-test/api"
import type { RequestLeaverTest } from "@svc/contract/leaver-test/schema"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { tooManyRequests } from "#access/too-many-requests"
import { LeaverTests } from "./service.ts"

export const LeaverTestHttp = HttpApiBuilder.group(
  appSurface.add(LeaverTestApi),
  "leaver-test",
  Effect.fn(function* (handlers) {
    const tests = yield* LeaverTests
    const request = (asked: RequestLeaverTest) =>
      Effect.catchTag(tests.request(asked), "LeaverTestLimitReached", ({ retryAfterSeconds }) =>
        Effect.succeed(tooManyRequests(retryAfterSeconds))
      )
    return handlers.handleAll({
      request: ({ payload }) => request(payload),
      list: () => tests.list,
      show: ({ params }) => tests.show(params.id),
      download: ({ params }) => tests.download(params.id)
    })
  })
)
