import { Layer } from "effect"
import * as Offboardings from "./offboardings/index.ts"
import * as Cases from "./cases/index.ts"
import * as Initiations from "./initiations/index.ts"
import * as ApprovalChains from "./approval-chains/index.ts"
import * as Hris from "./hris/index.ts"
import * as Scim from "./scim/index.ts"
import * as Portal from "./portal/index.ts"
import * as Chat from "./chat/index.ts"
import * as Search from "./search/index.ts"
import * as CalendarFeeds from "./calendar-feeds/index.ts"
import * as SavedViews from "./saved-views/index.ts"

/** Cases, and every way to create one. Lowest last. */
export const services = Layer.mergeAll(
  Chat.services,
  Search.services,
  CalendarFeeds.services,
  SavedViews.services
).pipe(
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
  Chat.http,
  Search.http,
  CalendarFeeds.http,
  SavedViews.http
)
export const loops = Layer.mergeAll(Offboardings.loops, Hris.loops, Chat.loops)
export const reactions = Layer.mergeAll(Portal.reactions, Chat.reactions)
export const pages = Layer.merge(Portal.page, CalendarFeeds.page)
export const pagePaths = [...Portal.pagePaths, ...CalendarFeeds.pagePaths]
