import { cases } from "./cases.ts"
import { checklists } from "./checklists.ts"
import { common } from "./common.ts"
import { failures } from "./failures.ts"
import { home } from "./home.ts"
import { notifications } from "./notifications.ts"
import { plans } from "./plans.ts"
import { shell } from "./shell.ts"

/** What the frame and Home say, and what every screen says: there before anything else. */
export const first = {
  language: "en",
  cases,
  checklists,
  common,
  failures,
  home,
  notifications,
  plans,
  shell
}
