import type { LeftBehindFigures } from "@svc/contract/leaver-test/figures"
import { inWords } from "@svc/contract/kernel/words"
import { bound, count, counted, percent } from "./report-words.ts"

export const leftBehindTitle = "Orphaned items"

/** Exception rate of orphaned items, in sentences. */
export const leftBehindInWords = ({
  exception_bound_95,
  exception_rate,
  not_due,
  not_seen,
  pending,
  tested,
  total
}: LeftBehindFigures): ReadonlyArray<string> => [
  "Keys, tokens, grants, forwarding, ownerships, and agents that outlive a leaver's account. The apps in scope were scanned for " +
    "them: a leaver with a pending item after the hours allowed is an exception. This rate is separate from the removals.",
  tested === 0
    ? `None of ${counted(total, "leaver")} with an app in scope has a result yet, so there is no rate.`
    : `${count(pending)} of ${counted(tested, "leaver")} tested ${pending === 1 ? "has" : "have"} a pending item: ${percent(exception_rate)}, ` +
      `at most ${bound(exception_bound_95)} with 95% confidence.`,
  ...(not_seen === 0
    ? []
    : [
        `${counted(not_seen, "leaver has", "leavers have")} no known pending item, but not everything was visible: not part of the rate.`
      ]),
  ...(not_due === 0 ? [] : [`${counted(not_due, "leaver")} ${not_due === 1 ? "is" : "are"} not due yet.`])
]

/** Items found, by disposition and evidence. */
export const leftBehindRows = ({
  things
}: LeftBehindFigures): ReadonlyArray<readonly [name: string, count: number]> => [
  ["Found", things.found],
  ["Ended or transferred, verified", things.read_back],
  ["Ended or transferred, reported by the app", things.vendor_answer],
  ["Ended or transferred, confirmed manually", things.confirmed_by_hand],
  ["Accepted risk", things.accepted],
  ["Pending", things.pending]
]

/** Not visible: app, kind, and number of leavers. */
export const unseenRows = ({
  unseen
}: LeftBehindFigures): ReadonlyArray<readonly [app: string, kind: string, leavers: number]> =>
  unseen.map(({ app, kind, leavers }) => [app, kind === null ? "Everything" : inWords(kind), leavers])

export const allSeen = "Everything in scope was visible."
