import { AuditLogExportApi } from "@svc/contract/audit-log/export-api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { RateLimits } from "#access/rate-limits"
import { tooManyRequests, withinLimit } from "#access/too-many-requests"
import { signedFileResponse } from "#platform/files/signed-file"
import { type AuditExport, AuditExports } from "./export-service.ts"

const windowSeconds = 15 * 60
const perUser = 10
const perOrganisation = 50

const answer = ({ contentType, file, filename, rows }: AuditExport) =>
  HttpServerResponse.setHeader(signedFileResponse(file, { filename, contentType }), "x-export-row-count", String(rows))

export const AuditLogExportHttp = HttpApiBuilder.group(
  appSurface.add(AuditLogExportApi),
  "audit-log-export",
  Effect.fn(function* (handlers) {
    const exports = yield* AuditExports
    const limits = yield* RateLimits
    return handlers.handleAll({
      export: ({ query }) =>
        Effect.gen(function* () {
          const { orgId, userId } = yield* Caller
          const ofOrganisation = `audit-export:org:${orgId}`
          // A call that the organization's limit refuses does not count for the user (audit-47).
          const room = yield* limits.peek(ofOrganisation, perOrganisation)
          if (!room.allowed) return tooManyRequests(room.retryAfterSeconds)
          return yield* withinLimit(
            limits,
            { key: `audit-export:user:${userId}`, limit: perUser, windowSeconds },
            withinLimit(
              limits,
              { key: ofOrganisation, limit: perOrganisation, windowSeconds },
              Effect.map(exports.open(query), answer)
            )
          )
        })
    })
  })
)
