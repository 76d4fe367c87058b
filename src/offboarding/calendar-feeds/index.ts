import { Layer } from "effect"
import { calendarFeedRoute } from "./feed-route.ts"
import { CalendarFeedsHttp } from "./http.ts"
import { CalendarFeedsRepo } from "./repo.ts"
import { CalendarFeeds } from "./service.ts"

export const services = CalendarFeeds.layerNoDeps.pipe(Layer.provide(CalendarFeedsRepo.layer))
export const http = CalendarFeedsHttp
export const page = calendarFeedRoute
export const pagePaths = [{ method: "GET", path: "/calendar/:token" }] as const
