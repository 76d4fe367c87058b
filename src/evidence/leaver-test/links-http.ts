import { appSurface } from "@svc/contract/kernel/surfaces"
import { AuditorLinksApi } from "@svc/contract/leaver-test/links-api"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { pageLocale } from "#platform/http/page-language"
import { AuditorLinks } from "./links.ts"
import { auditorPage } from "./page-style.ts"
import { AuditorRoom } from "./room.ts"

export const AuditorLinksHttp = HttpApiBuilder.group(
  appSurface.add(AuditorLinksApi),
  "auditor-links",
  Effect.fn(function* (handlers) {
    const links = yield* AuditorLinks
    const room = yield* AuditorRoom
    return handlers.handleAll({
      create: ({ params, payload }) => links.create(params.id, payload),
      list: ({ params }) => links.list(params.id),
      revoke: ({ params }) => Effect.as(links.revoke(params.id, params.linkId), { success: true as const }),
      page: ({ params, request }) =>
        Effect.map(room.memberPage(params.id, pageLocale("en", request)), (page) =>
          HttpServerResponse.text(page, { contentType: "text/html; charset=utf-8", headers: auditorPage.headers })
        )
    })
  })
)
