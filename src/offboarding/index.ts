import { Layer } from "effect"
import * as Offboardings from "#offboarding/offboardings/index"
import * as Cases from "#offboarding/cases/index"
import * as Initiations from "#offboarding/initiations/index"
import * as ApprovalChains from "#offboarding/approval-chains/index"
import * as Hris from "#offboarding/hris/index"
import * as Scim from "#offboarding/scim/index"
import * as Portal from "#offboarding/portal/index"
import * as Chat from "#offboarding/chat/index"

/** The case, and every door to it. Lowest last. */
export const services = Chat.services.pipe(
  Layer.provideMerge(
    Layer.mergeAll(Cases.services, Initiations.services, Portal.services, Hris.services, Scim.services)
  ),
  Layer.provideMerge(ApprovalChains.services),
  Layer.provideMerge(Offboardings.services)
)
export const middlewares = Scim.middlewares
export const http = Layer.mergeAll(
  Offboardings.http,
  Cases.http,
  Initiations.http,
  ApprovalChains.http,
  Hris.http,
  Scim.http,
  Portal.http,
  Chat.http
)
export const loops = Layer.mergeAll(Offboardings.loops, Hris.loops, Chat.loops)
export const reactions = Layer.mergeAll(Portal.reactions, Chat.reactions)
export const { page, pagePath } = Portal
