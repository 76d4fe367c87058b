import { AsyncResult } from "effect/reactivity"
import { useEffect, useRef, useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useUser } from "#access/data.ts"
import { usePlaces } from "#access/places.ts"
import { visited } from "#frame/title.ts"
import { type Words, useWords } from "#languages/words.ts"
import * as pages from "#platform/pages.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { useCommands } from "./commands.ts"
import { found, nothingFound } from "./data.ts"
import { type Find, type Group, has, helpAbout, maxShown } from "./finds.ts"

/** Milliseconds without a key before the service searches. */
const pause = 150

/** Records that match; the former ones until the service has answered. */
const useFound = (text: string) => {
  const wanted = text.trim()
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), pause)
    return () => clearTimeout(timer)
  }, [wanted])
  const result = useQuery(found(asked))
  const last = useRef(nothingFound)
  if (AsyncResult.isSuccess(result)) last.current = result.value
  return {
    records: wanted === "" ? nothingFound : last.current,
    isSettled: asked === wanted && !AsyncResult.isInitial(result)
  }
}

type Records = ReturnType<typeof useFound>["records"]

interface Kind {
  readonly total: number
  readonly finds: ReadonlyArray<Find>
  /** The list with all matches. */
  readonly list: string
}

const useKinds = (records: Records, { cases, palette: words, ...all }: Words) => {
  const { day, number } = useFormat()
  const kind = <Row>(
    of: { readonly rows: ReadonlyArray<Row>; readonly total: number } | null,
    list: string,
    find: (row: Row) => Find
  ): Kind => ({ total: of?.total ?? 0, finds: of?.rows.map(find) ?? [], list })
  return {
    offboardings: kind(records.offboardings, pages.offboardings(), (row) => ({
      key: `case ${row.id}`,
      icon: "users",
      person: true,
      name: row.employee_name,
      beside: [row.employee_role, words.lastDay(day(row.exit_date))].filter((text) => text !== "").join(" · "),
      end: row.failed_removals > 0 ? words.failed(number(row.failed_removals)) : cases.stages[row.status],
      bad: row.failed_removals > 0,
      href: pages.offboarding({ id: row.id })
    })),
    people: kind(records.people, pages.people(), (row) => ({
      key: `person ${row.id}`,
      icon: "contact-round",
      person: true,
      name: row.full_name,
      beside: row.email,
      end: all.employees.statuses[row.status],
      href: pages.person({ id: row.id })
    })),
    equipment: kind(records.equipment, pages.assets(), (row) => ({
      key: `item ${row.id}`,
      icon: "laptop",
      name: row.item_name,
      beside: [row.serial_number, row.holder === null ? "" : words.heldBy(row.holder)]
        .filter((text) => text !== "")
        .join(" · "),
      end: all.assets.states[row.status],
      href: `${pages.assets()}?q=${encodeURIComponent(row.serial_number)}`
    })),
    documents: kind(records.documents, pages.documents(), (row) => ({
      key: `document ${row.id}`,
      icon: "file-text",
      name: row.name,
      beside: row.employee_name,
      end: all.documents.states[row.status],
      href: pages.offboardingTab({ id: row.offboarding_id, tab: "documents" })
    }))
  }
}

/** Tabs, and pages outside the menu. */
const usePlaceFinds = ({ shell }: Words): ReadonlyArray<Find> => {
  const { orgId } = useUser()
  const { pinned, sections } = usePlaces()
  const places = [...sections.flatMap(({ places }) => places), ...pinned].flatMap(({ icon, name, parts }) =>
    parts.map((part) => ({
      key: part.href,
      href: part.href,
      icon,
      name: part.name(shell),
      ...(parts.length > 1 ? { beside: name(shell) } : {})
    }))
  )
  return [
    ...(orgId === null ? [] : places),
    ...(orgId === null
      ? []
      : [{ key: "notifications", icon: "bell" as const, name: shell.notifications, href: pages.notifications() }]),
    { key: "account", icon: "settings", name: shell.ownAccount, href: pages.ownAccount() }
  ]
}

const kindNames = ["offboardings", "people", "equipment", "documents"] as const

/** Rows of the palette by group; without text the pages visited last, then commands. */
export const useGroups = (text: string): { readonly groups: ReadonlyArray<Group>; readonly isSettled: boolean } => {
  const words = useWords()
  const { number } = useFormat()
  const { path } = useLocation()
  const { isSettled, records } = useFound(text)
  const kinds = useKinds(records, words)
  const commands = useCommands()
  const places = usePlaceFinds(words)
  const { allResults, groups: names } = words.palette
  const group = (key: keyof typeof names, finds: ReadonlyArray<Find>): Group => ({ key, name: names[key], finds })
  const isEmpty = text.trim() === ""
  const recent = visited()
    .filter((one) => one.path !== path)
    .slice(0, 5)
    .map((one) => ({ key: `visited ${one.path}`, icon: "clock" as const, name: one.title, href: one.path }))
  const recordGroups = kindNames.map((name) => {
    const { finds, list, total } = kinds[name]
    // Another text's rows are shown only as far as they match.
    const shown = (isSettled ? finds : finds.filter(has(text))).slice(0, maxShown)
    const more = `${list}?q=${encodeURIComponent(text.trim())}`
    return group(
      name,
      isSettled && total > maxShown
        ? [...shown, { key: `all ${name}`, icon: "search", name: allResults(number(total)), href: more }]
        : shown
    )
  })
  const groups = isEmpty
    ? [group("visited", recent), group("commands", commands)]
    : [
        group("commands", commands.filter(has(text)).slice(0, maxShown)),
        ...recordGroups,
        group("places", places.filter(has(text)).slice(0, maxShown)),
        group("help", helpAbout(text, words).slice(0, maxShown))
      ]
  return { groups: groups.filter(({ finds }) => finds.length > 0), isSettled }
}
