import { AssetId, ChecklistItemId, DocumentId } from "@svc/contract/kernel/ids"
import { TrackPortalAsset } from "@svc/contract/portal/schema"
import { ByteSize, Effect, Option, Redacted, Result, Schema } from "effect"
import { HttpIncomingMessage, HttpRouter, HttpServerRequest, HttpServerResponse, UrlParams } from "effect/http"
import { anonymousLimit } from "#access/open-access"
import { RateLimits } from "#access/rate-limits"
import { checkSameOrigin } from "#access/same-origin"
import { withinLimit } from "#access/too-many-requests"
import { AppConfig } from "#platform/config/config"
import { pageLanguage } from "#platform/http/page-language"
import { changeLimit, visitOf } from "./coming.ts"
import { fileAway, linkGone, noFile, nothingToSign, pageAnswer, pagePathOf, signByMail } from "./page-answers.ts"
import type { Typed } from "./page-parts.ts"
import { Portal, type PortalRefusal } from "./service.ts"
import type { Problem } from "./words.ts"

const asDocument = Schema.decodeUnknownOption(DocumentId)

const redirect = (to: string) =>
  HttpServerResponse.redirect(to, {
    status: 303,
    headers: { "cache-control": "no-store", "referrer-policy": "no-referrer" }
  })

/** Leads to the provider, at an address that it gives for this visit. */
const toSigning = (
  portal: Portal["Service"],
  request: HttpServerRequest.HttpServerRequest,
  token: string,
  id: DocumentId
) =>
  portal.signing(visitOf(request, token), id).pipe(
    Effect.map(({ provider, url }) =>
      Option.match(url, { onNone: () => signByMail(request, token, provider), onSome: redirect })
    ),
    Effect.catchTags({
      PortalLinkInvalid: ({ error }) => Effect.succeed(linkGone(request, token, error)),
      PortalRecordNotFound: () => Effect.succeed(nothingToSign(request, token))
    })
  )

/** Redirects to the file, at a URL for this download. */
const toFile = (
  portal: Portal["Service"],
  request: HttpServerRequest.HttpServerRequest,
  token: string,
  id: DocumentId
) =>
  portal.file(visitOf(request, token), id).pipe(
    Effect.map(Option.match({ onNone: () => fileAway(request, token), onSome: redirect })),
    Effect.catchTags({
      PortalLinkInvalid: ({ error }) => Effect.succeed(linkGone(request, token, error)),
      PortalRecordNotFound: () => Effect.succeed(noFile(request, token))
    })
  )

const seen = HttpRouter.route(
  "GET",
  // A wildcard, as for files: a token may have any length, and only the portal reads it.
  "/portal/*",
  Effect.gen(function* () {
    const portal = yield* Portal
    const limits = yield* RateLimits
    const request = yield* HttpServerRequest.HttpServerRequest
    const { "*": rest = "" } = yield* HttpRouter.params
    const [, token = rest, what, id] = /^([^/]*)\/(sign|documents|tasks|assets)\/([^/]*)$/.exec(rest) ?? []
    const document = what === "sign" || what === "documents" ? asDocument(id) : Option.none()
    const answer = Option.isSome(document)
      ? (what === "sign" ? toSigning : toFile)(portal, request, token, document.value)
      : what === "tasks" || what === "assets"
        ? // Where a form was sent to, loaded again.
          Effect.succeed(redirect(`${pagePathOf(token)}?lang=${pageLanguage(request)}`))
        : pageAnswer(portal, request, rest)
    return yield* withinLimit(limits, anonymousLimit(request), answer)
  })
)

const longestForm = ByteSize.kilobytes(16)

const Ticked = Schema.Struct({ completed: Schema.Literals(["true", "false"]) })
const decodeTask = Schema.decodeUnknownOption(Schema.Struct({ id: ChecklistItemId, form: Ticked }))
const decodeAssetId = Schema.decodeUnknownOption(AssetId)
const decodeTracking = Schema.decodeUnknownOption(TrackPortalAsset)

const refusals = {
  ReadOnly: { status: 402, what: "read_only" },
  PortalRecordNotFound: { status: 404, what: "not_yours" },
  CaseCompleted: { status: 409, what: "case_completed" }
} as const

interface Refused {
  readonly status: number
  readonly what: Problem
}

type Form = Readonly<Record<"completed" | "trackingNumber" | "carrier", string | undefined>>

const read = (params: UrlParams.UrlParams): Form => {
  const first = (name: keyof Form) => Option.getOrUndefined(UrlParams.getFirst(params, name))
  return { completed: first("completed"), trackingNumber: first("trackingNumber"), carrier: first("carrier") }
}

interface Sent {
  readonly token: Redacted.Redacted
  readonly id: string
  readonly form: Form
}

/**
 * A form of the page without scripts: the same rules as `PATCH /api/portal/{token}/…`, returning the page. It must come
 * from this service's own page, in addition to its token.
 */
const sent = (
  what: "tasks" | "assets",
  change: (portal: Portal["Service"], sent: Sent) => Effect.Effect<unknown, PortalRefusal | Refused>
) =>
  HttpRouter.route(
    "POST",
    `/portal/:token/${what}/:id`,
    Effect.gen(function* () {
      const portal = yield* Portal
      const limits = yield* RateLimits
      const request = yield* HttpServerRequest.HttpServerRequest
      const { baseUrl } = yield* AppConfig
      const { id = "", token = "" } = yield* HttpRouter.params
      const refuse = ({ status, what }: Refused, typed?: Typed) =>
        pageAnswer(portal, request, token, {
          status,
          problem: { of: id, what, ...(typed === undefined ? {} : { typed }) }
        })

      const changing = Effect.gen(function* () {
        if (Result.isFailure(checkSameOrigin(request, new URL(baseUrl).origin))) {
          return yield* refuse({ status: 403, what: "elsewhere" })
        }
        const { allowed } = yield* changeAllowed(limits, request)
        if (!allowed) return yield* refuse({ status: 429, what: "fast" })
        const body = yield* request.urlParamsBody.pipe(
          Effect.provideService(HttpIncomingMessage.MaxBodySize, longestForm),
          Effect.option
        )
        const form = read(Option.getOrElse(body, () => UrlParams.empty))
        return yield* change(portal, { token: Redacted.make(token), id, form }).pipe(
          Effect.as(redirect(`${pagePathOf(token)}?lang=${pageLanguage(request)}#${what.slice(0, -1)}-${id}`)),
          Effect.catch((refusal) => {
            const typed = { carrier: form.carrier ?? "", trackingNumber: form.trackingNumber ?? "" }
            if (!("_tag" in refusal)) return refuse(refusal, typed)
            return refusal._tag === "PortalLinkInvalid"
              ? Effect.succeed(linkGone(request, token, refusal.error))
              : refuse(refusals[refusal._tag], typed)
          })
        )
      })
      return yield* withinLimit(limits, anonymousLimit(request), changing)
    })
  )

const changeAllowed = (limits: RateLimits["Service"], request: HttpServerRequest.HttpServerRequest) => {
  const { key, limit, windowSeconds } = changeLimit(request)
  return limits.consume(key, limit, windowSeconds)
}

const incomplete: Refused = { status: 400, what: "incomplete" }

const ticked = sent("tasks", (portal, { form, id, token }) =>
  Option.match(decodeTask({ id, form }), {
    onNone: () => Effect.fail(incomplete),
    onSome: (task) => portal.tick(token, task.id, task.form.completed === "true")
  })
)

const tracked = sent("assets", (portal, { form, id, token }) => {
  const asset = decodeAssetId(id)
  if (Option.isNone(asset) || form.trackingNumber === undefined || form.carrier === undefined) {
    return Effect.fail(incomplete)
  }
  return Option.match(decodeTracking(form), {
    onNone: () => Effect.fail<Refused>({ status: 400, what: "tracking" }),
    onSome: (parcel) =>
      parcel.trackingNumber !== "" && parcel.carrier.trim() === ""
        ? Effect.fail<Refused>({ status: 400, what: "carrier" })
        : portal.track(token, asset.value, parcel)
  })
})

/** `/portal/{token}`: the employee portal in a browser, under the limit of all anonymous requests. */
export const portalPageRoutes = HttpRouter.addAll([seen, ticked, tracked])

/** Paths served here, outside the contract. */
export const portalPagePaths = [
  { method: "GET", path: "/portal/:token" },
  { method: "POST", path: "/portal/:token/tasks/:id" },
  { method: "POST", path: "/portal/:token/assets/:id" }
] as const
