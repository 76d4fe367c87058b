import type { EvidenceLeftBehind } from "@svc/contract/evidence/schema"
import { inWords } from "@svc/contract/kernel/words"
import type { DateTime } from "effect"
import type { Block } from "#platform/pdf/document"
import { none } from "./words.ts"

type Item = EvidenceLeftBehind["items"][number]

const known = {
  read_back: "Read back from the app",
  vendor_answer: "The app's answer",
  confirmed_by_hand: "Confirmed by hand",
  not_observed: "Not proven"
} as const

const fate = ({ disposition, let_go, new_owner, reason }: Item) => {
  const to = disposition === "transferred" && new_owner !== null ? ` to ${new_owner.name}` : ""
  const why = disposition !== "pending" && reason !== null ? `: ${reason}` : ""
  const go = let_go === null ? "" : `; the cut was let go on: ${let_go.reason}`
  return `${disposition === "accepted" ? "Stays" : inWords(disposition)}${to}${why}${go}`
}

/** Who answers for it: whoever settled it, else whoever said that it is taken over. */
const who = ({ disposition, settled_by, taken_over }: Item) => {
  const by = settled_by ?? taken_over?.by ?? null
  if (by !== null) return by.full_name ?? "somebody"
  return disposition === "pending" ? none : "The service"
}

/** The part of a case's document on what lives on although the account is off. */
export const leftBehindBlocks = (
  { apps, items, looked_for }: EvidenceLeftBehind,
  at: (time: DateTime.Utc | null) => string
): ReadonlyArray<Block> => {
  const unseen = apps.flatMap(({ kinds, note, service }) => [
    ...(note === null ? [] : [[service, "Everything", note]]),
    // A kind of which a part is hidden was seen, and says why the rest was not.
    ...kinds.flatMap(({ kind, why }) => (why === null ? [] : [[service, inWords(kind), why]]))
  ])
  return [
    { kind: "heading", text: "What stays behind" },
    ...(looked_for ? [] : [{ kind: "text", text: "It is not looked for any more." } as const]),
    {
      kind: "table",
      columns: [
        { name: "App", width: 2 },
        { name: "What", width: 4 },
        { name: "What became of it", width: 4 },
        { name: "How it is known", width: 3 },
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
          { kind: "text", text: "What could not be seen, and why:" },
          {
            kind: "table",
            columns: [
              { name: "App", width: 2 },
              { name: "What", width: 3 },
              { name: "Why it was not seen", width: 9 }
            ],
            rows: unseen,
            empty: ""
          }
        ] satisfies ReadonlyArray<Block>))
  ]
}
