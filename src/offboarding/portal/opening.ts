import { Caller } from "@svc/contract/kernel/access"
import { PortalLinkInvalid } from "@svc/contract/portal/errors"
import { DateTime, Effect, Option, Redacted } from "effect"
import { systemCaller } from "#platform/jobs/system-caller"
import { Secrets } from "#platform/keys/secrets"
import { type OpenedLink, PortalRepo } from "./repo.ts"
import { isPortalToken, portalPurpose } from "./rules.ts"

/** The link of a visit, with the possible digests of its token. */
export type Link = OpenedLink & { readonly digests: ReadonlyArray<string> }

/** How every verb of the portal begins: the link of a token, then its case with the link still there. */
export const makeOpening = Effect.gen(function* () {
  const repo = yield* PortalRepo
  const secrets = yield* Secrets

  const open = Effect.fnUntraced(function* (token: Redacted.Redacted) {
    const text = Redacted.value(token)
    if (!isPortalToken(text)) return yield* new PortalLinkInvalid()
    const digests = secrets.hmacs(portalPurpose, text)
    const found = yield* repo.open(digests, yield* DateTime.now)
    return Option.isNone(found) ? yield* new PortalLinkInvalid() : { ...found.value, digests }
  })

  /** The case, and what the link allows: it may have been revoked since the token was looked up. */
  const caseOf = Effect.fnUntraced(function* (link: Link, { lock }: { readonly lock: boolean }) {
    const everything = { _tag: "All" } as const
    const found = yield* lock ? repo.lockCase(link, everything) : repo.findCase(link, everything)
    const standing = yield* repo.standing(link, link.digests)
    if (Option.isNone(found) || found.value.status === "cancelled" || Option.isNone(standing)) {
      return yield* new PortalLinkInvalid()
    }
    return { offboarding: found.value, standing: standing.value }
  })

  /** No member acts here, so the log names no actor. */
  const asHolder =
    (link: OpenedLink) =>
    <A, E, R>(self: Effect.Effect<A, E, R>) =>
      Effect.provideService(self, Caller, {
        ...systemCaller(link.orgId),
        source: "portal",
        permissions: ["offboardings_edit"]
      })

  return { open, caseOf, asHolder }
})
