import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { OwnAccountApi } from "@svc/contract/own-account/api"
import { Duration, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { SessionCookie } from "#access/session-cookie"
import { withinLimit } from "#access/too-many-requests"
import { contentDisposition } from "#platform/http/content-disposition"
import { AccountExports } from "./account-export.ts"
import { OwnAccount } from "./service.ts"

/** Each reads the whole audit log of the user's organizations. */
const exportLimit = { limit: 5, windowSeconds: Duration.toSeconds("1 hour") } as const

const done = { success: true as const }

export const OwnAccountHttp = HttpApiBuilder.group(
  appSurface.add(OwnAccountApi),
  "own-account",
  Effect.fn(function* (handlers) {
    const ownAccount = yield* OwnAccount
    const exports = yield* AccountExports
    const limits = yield* RateLimits
    const cookie = yield* SessionCookie
    return handlers.handleAll({
      memberships: () => ownAccount.memberships,
      leave: () => ownAccount.leave.pipe(Effect.andThen(cookie.clear), Effect.as(done)),
      close: () => ownAccount.close.pipe(Effect.andThen(cookie.clear), Effect.as(done)),
      transferAndClose: ({ payload }) =>
        ownAccount.transferAndClose(payload.user_id).pipe(Effect.andThen(cookie.clear), Effect.as(done)),
      exportData: () =>
        Effect.flatMap(Caller, ({ userId }) =>
          withinLimit(
            limits,
            { ...exportLimit, key: `account-export:${userId}` },
            Effect.map(exports.open, ({ content, filename }) =>
              HttpServerResponse.stream(content, {
                contentType: "application/json",
                headers: {
                  "content-disposition": contentDisposition("attachment", filename),
                  "cache-control": "no-store"
                }
              })
            )
          )
        )
    })
  })
)
