import type { FirstWords } from "../en.ts"
import { cases } from "./cases.ts"
import { checklists } from "./checklists.ts"
import { common } from "./common.ts"
import { failures } from "./failures.ts"
import { home } from "./home.ts"
import { notifications } from "./notifications.ts"
import { plans } from "./plans.ts"
import { shell } from "./shell.ts"

export const first: FirstWords = {
  language: "de",
  cases,
  checklists,
  common,
  failures,
  home,
  notifications,
  plans,
  shell
}
