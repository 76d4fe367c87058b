import type { FunctionComponent } from "preact"
import lazy from "preact-iso/lazy"
import { exec } from "preact-iso/router"
import * as pages from "./pages.ts"
import { Broken } from "./shell/Boundary.tsx"

/** What stands as `:name` in the path of a screen. */
interface InPath {
  readonly id: string
  readonly tab?: string
}

/** Loaded when it is first needed; where that fails something is seen all the same. */
const screen = (load: () => Promise<FunctionComponent<InPath>>) => lazy(() => load().catch(() => Broken))

/** Which screen stands at which page. Each, and the schemas of its domain, is loaded when somebody is about to go there. */
export const screens = [
  { path: pages.home.path, Screen: screen(() => import("./home/Home.tsx").then(({ Home }) => Home)) },
  { path: pages.offboardings.path, Screen: screen(() => import("./cases/Cases.tsx").then(({ Cases }) => Cases)) },
  {
    path: pages.newOffboarding.path,
    Screen: screen(() => import("./cases/NewCase.tsx").then(({ NewCase }) => NewCase))
  },
  ...[pages.offboarding.path, pages.offboardingTab.path, pages.employee.path].map((path) => ({
    path,
    Screen: screen(() => import("./cases/CaseDetail.tsx").then(({ CaseDetail }) => CaseDetail))
  })),
  {
    path: pages.webhooks.path,
    Screen: screen(() => import("./webhooks/Webhooks.tsx").then(({ Webhooks }) => Webhooks))
  },
  {
    path: pages.webhook.path,
    Screen: screen(() => import("./webhooks/WebhookDetail.tsx").then(({ WebhookDetail }) => WebhookDetail))
  },
  { path: pages.apiKeys.path, Screen: screen(() => import("./api-keys/ApiKeys.tsx").then(({ ApiKeys }) => ApiKeys)) }
]

/** Loads the screen of a path before it is needed. */
const preload = (path: string) => void screens.find((one) => exec(path, one.path) !== undefined)?.Screen.preload()

/** The first screen while it is still being asked who is there, and every other as soon as somebody points at a link to it. */
export const preloadScreens = () => {
  preload(location.pathname)
  addEventListener("pointerover", ({ target }) => {
    const link = target instanceof Element ? target.closest("a") : null
    if (link !== null && link.origin === location.origin) preload(link.pathname)
  })
}
