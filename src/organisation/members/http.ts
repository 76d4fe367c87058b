import { InviteAcceptanceApi, InvitesApi, MembersApi, RolesApi } from "@svc/contract/members/api"
import { Caller } from "@svc/contract/kernel/access"
import { appSurface } from "@svc/contract/kernel/surfaces"
import { Duration, Effect, Layer, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { addressBlock } from "#access/client-address"
import { KnownDevice, visitorOf } from "#access/known-device"
import { RateLimits } from "#access/rate-limits"
import { answeringRetryLater } from "#platform/http/retry-later"
import { SessionCookie } from "#access/session-cookie"
import { withinLimit } from "#access/too-many-requests"
import { InviteAcceptance } from "./acceptance.ts"
import { Invites } from "./invites.ts"
import { Roles } from "./roles.ts"
import { ListExports } from "#audit/list-exports/service"
import { membersFile } from "./list-csv.ts"
import { Members } from "./service.ts"

const removed = { success: true } as const

const MembersRoutes = HttpApiBuilder.group(
  appSurface.add(MembersApi),
  "members",
  Effect.fn(function* (handlers) {
    const members = yield* Members
    const lists = yield* ListExports
    return handlers.handleAll({
      list: () => members.list,
      export: ({ query }) => lists.open(membersFile, query, members.page),
      update: ({ params, payload }) => members.update(params.userId, payload),
      remove: ({ params }) => Effect.as(members.remove(params.userId), removed)
    })
  })
)

const invitations = { limit: 50, windowSeconds: Duration.toSeconds("1 hour") } as const

const InvitesRoutes = HttpApiBuilder.group(
  appSurface.add(InvitesApi),
  "invites",
  Effect.fn(function* (handlers) {
    const invites = yield* Invites
    const limits = yield* RateLimits
    return handlers.handleAll({
      list: () => invites.list,
      create: ({ payload }) =>
        Effect.flatMap(Caller, ({ orgId }) =>
          withinLimit(limits, { ...invitations, key: `invites:${orgId}` }, invites.create(payload))
        ),
      revoke: ({ params }) => Effect.as(invites.revoke(params.id), removed)
    })
  })
)

const attempts = { limit: 10, windowSeconds: Duration.toSeconds("15 minutes") } as const

const InviteAcceptanceRoutes = HttpApiBuilder.group(
  appSurface.add(InviteAcceptanceApi),
  "invite-acceptance",
  Effect.fn(function* (handlers) {
    const acceptance = yield* InviteAcceptance
    const limits = yield* RateLimits
    const cookie = yield* SessionCookie
    const knownDevice = yield* KnownDevice
    return handlers.handleAll({
      accept: ({ payload, request }) => {
        const visitor = visitorOf(request)
        const answer = Effect.gen(function* () {
          const accepted = yield* acceptance.accept({ ...payload, ...visitor })
          if (accepted._tag === "Challenged") {
            return { require2fa: true as const, challengeToken: Redacted.value(accepted.token) }
          }
          yield* knownDevice.set(accepted.device)
          yield* cookie.set(accepted.token)
          return { user: accepted.user }
        }).pipe(answeringRetryLater)
        return withinLimit(limits, { ...attempts, key: `accept-invite:${addressBlock(visitor.address)}` }, answer)
      }
    })
  })
)

const RolesRoutes = HttpApiBuilder.group(
  appSurface.add(RolesApi),
  "roles",
  Effect.fn(function* (handlers) {
    const roles = yield* Roles
    return handlers.handleAll({
      list: () => roles.list,
      create: ({ payload }) => roles.create(payload),
      update: ({ params, payload }) => roles.update(params.id, payload),
      remove: ({ params }) => Effect.as(roles.remove(params.id), removed)
    })
  })
)

export const MembersHttp = Layer.mergeAll(MembersRoutes, InvitesRoutes, InviteAcceptanceRoutes, RolesRoutes)
