import type { EvidenceLeftBehind } from "@svc/contract/evidence/schema"
import { inWords } from "@svc/contract/kernel/words"
import type { DateTime } from "effect"
import type { Block } from "#platform/pdf/document"
import { none } from "./words.ts"

type Item = EvidenceLeftBehind["items"][number]

const known = {
  read_back: "Verified",
  vendor_answer: "Reported by the app",
  confirmed_by_hand: "Confirmed manually",
  not_observed: "Not observed"
} as const

const fate = ({ disposition, let_go, new_owner, reason }: Item) => {
  const to = disposition === "transferred" && new_owner !== null ? ` to ${new_owner.name}` : ""
  const why = disposition !== "pending" && reason !== null ? `: ${reason}` : ""
  const go = let_go === null ? "" : `; block overridden: ${let_go.reason}`
  return `${disposition === "accepted" ? "Accepted risk" : inWords(disposition)}${to}${why}${go}`
}

/** The member who resolved it, else who confirmed the takeover. */
const who = ({ disposition, settled_by, taken_over }: Item) => {
  const by = settled_by ?? taken_over?.by ?? null
  if (by !== null) return by.full_name ?? "a former member"
  return disposition === "pending" ? none : "The service"
}

/** Orphaned items of an offboarding. */
export const leftBehindBlocks = (
  { apps, items, looked_for }: EvidenceLeftBehind,
  at: (time: DateTime.Utc | null) => string
): ReadonlyArray<Block> => {
  const unseen = apps.flatMap(({ kinds, note, service }) => [
    ...(note === null ? [] : [[service, "Everything", note]]),
    // A partly visible kind says why the rest is not visible.
    ...kinds.flatMap(({ kind, why }) => (why === null ? [] : [[service, inWords(kind), why]]))
  ])
  return [
    { kind: "heading", text: "Orphaned items" },
    ...(looked_for ? [] : [{ kind: "text", text: "Scanning for orphaned items is turned off." } as const]),
    {
      kind: "table",
      columns: [
        { name: "App", width: 2 },
        { name: "Item", width: 4 },
        { name: "Outcome", width: 4 },
        { name: "Evidence", width: 3 },
        { name: "Who", width: 3 },
        { name: "When", width: 3 }
      ],
      rows: items.map((item) => [
        item.service,
        `${inWords(item.kind)}: ${item.label}`,
        fate(item),
        known[item.evidence],
        who(item),
        at(item.settled_at)
      ]),
      empty: "Nothing was found."
    },
    ...(unseen.length === 0
      ? []
      : ([
          { kind: "text", text: "Not visible, and why:" },
          {
            kind: "table",
            columns: [
              { name: "App", width: 2 },
              { name: "What", width: 3 },
              { name: "Why it is not visible", width: 9 }
            ],
            rows: unseen,
            empty: ""
          }
        ] satisfies ReadonlyArray<Block>))
  ]
}
