import type { LeftBehindFigures } from "@svc/contract/leaver-test/figures"
import { inWords } from "@svc/contract/kernel/words"
import { bound, count, counted, percent } from "./report-words.ts"

export const leftBehindTitle = "What stays behind"

/** How leavers stand with what they left behind, in sentences. */
export const leftBehindInWords = ({
  exception_bound_95,
  exception_rate,
  not_due,
  not_seen,
  pending,
  tested,
  total
}: LeftBehindFigures): ReadonlyArray<string> => [
  "Keys, tokens, grants, forwardings, ownerships and agents live on when an account is off. They were looked for at the apps in " +
    "scope: whoever has something pending after the hours allowed is an exception. This is a figure of its own, apart from the removals.",
  tested === 0
    ? `None of ${counted(total, "leaver")} with an app in scope has a result yet, so there is no rate.`
    : `${count(pending)} of ${counted(tested, "leaver")} tested ${pending === 1 ? "has" : "have"} something pending: ${percent(exception_rate)}, ` +
      `at most ${bound(exception_bound_95)} with 95 % confidence.`,
  ...(not_seen === 0
    ? []
    : [
        `Of ${counted(not_seen, "leaver")} nothing is known to be pending, and not everything could be seen: ${not_seen === 1 ? "this one is" : "they are"} no part of the rate.`
      ]),
  ...(not_due === 0 ? [] : [`${counted(not_due, "leaver")} ${not_due === 1 ? "is" : "are"} not due yet.`])
]

/** What was found and what became of it. */
export const leftBehindRows = ({
  things
}: LeftBehindFigures): ReadonlyArray<readonly [name: string, count: number]> => [
  ["Found", things.found],
  ["Ended or handed over, read back", things.read_back],
  ["Ended or handed over by the app's word", things.vendor_answer],
  ["Ended or handed over, confirmed by hand", things.confirmed_by_hand],
  ["May stay, by somebody's decision", things.accepted],
  ["Pending", things.pending]
]

/** What could not be seen: app, kind, leavers. */
export const unseenRows = ({
  unseen
}: LeftBehindFigures): ReadonlyArray<readonly [app: string, kind: string, leavers: number]> =>
  unseen.map(({ app, kind, leavers }) => [app, kind === null ? "Everything" : inWords(kind), leavers])

export const allSeen = "Everything that was to be looked at was seen."
