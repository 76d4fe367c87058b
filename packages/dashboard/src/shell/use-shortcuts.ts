import { useLocation } from "preact-iso/router"
import { useEffect, useRef } from "preact/hooks"
import { useMay } from "#access/data.ts"
import { usePlaces } from "#access/places.ts"
import * as pages from "#platform/pages.ts"
import { areLettersOn } from "#platform/shortcuts.ts"

/** Milliseconds between `g` and the letter of a place. */
const patience = 1_500

const placeOf: Readonly<Record<string, string>> = {
  h: pages.home(),
  o: pages.offboardings(),
  r: pages.initiations(),
  p: pages.people(),
  e: pages.assets(),
  d: pages.documents(),
  a: pages.residualAccess(),
  i: pages.integrations()
}

const fields = "input:not([type=checkbox]), textarea, select, [contenteditable]"

/** A text field has the focus, or a dialog or menu is open. */
const isElsewhere = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(fields) !== null) ||
  document.querySelector("dialog[open], [popover=auto]:popover-open") !== null

const rowLinks = () => [...document.querySelectorAll<HTMLElement>("main tbody tr a")].filter(isFirstOfRow)

const isFirstOfRow = (link: HTMLElement) => link.closest("tr")?.querySelector("a") === link

const currentRow = () => document.activeElement?.closest("main tbody tr") ?? null

/** Focuses the next or previous row of the list. */
const moveRow = (step: 1 | -1) => {
  const links = rowLinks()
  const at = links.findIndex((link) => link.closest("tr") === currentRow())
  const next = at === -1 ? (step === 1 ? 0 : links.length - 1) : at + step
  links[next]?.focus()
}

const choose = () => currentRow()?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click()

const clear = () => {
  for (const box of document.querySelectorAll<HTMLInputElement>("main tbody input[type=checkbox]:checked")) box.click()
}

const openTab = (place: number) => document.querySelectorAll<HTMLElement>("main .tabs a")[place - 1]?.click()

/** Shortcuts of every page. Letters act only outside fields and dialogs, and unless the member has turned them off. */
export const useShortcuts = ({ find, list }: { readonly find: () => void; readonly list: () => void }) => {
  const { path, route } = useLocation()
  const { may } = useMay()
  const { sections } = usePlaces()
  const awaited = useRef(0)
  const isOpen = (href: string) =>
    sections.some(({ places }) => places.some(({ parts }) => parts.some((one) => one.href === href)))
  const letters: Readonly<Record<string, () => void>> = {
    "/": find,
    "?": list,
    g: () => {
      awaited.current = Date.now() + patience
    },
    n: () => may("offboardings_create") && route(pages.newOffboarding()),
    j: () => moveRow(1),
    k: () => moveRow(-1),
    x: choose,
    Escape: clear
  }
  const act = (event: KeyboardEvent) => {
    const withModifier = event.metaKey || event.ctrlKey
    if (event.key.toLowerCase() === "k" && withModifier) {
      event.preventDefault()
      find()
      return
    }
    if (withModifier || event.altKey || event.defaultPrevented || isElsewhere(event) || !areLettersOn()) return
    const place = placeOf[event.key]
    const leads = Date.now() < awaited.current && place !== undefined && isOpen(place)
    awaited.current = 0
    const isTab = /^[1-6]$/.test(event.key) && path.startsWith(`${pages.offboardings()}/`)
    const action = leads ? () => route(place) : isTab ? () => openTab(Number(event.key)) : letters[event.key]
    if (action === undefined) return
    event.preventDefault()
    action()
  }
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest.current(event)
    addEventListener("keydown", listen)
    return () => removeEventListener("keydown", listen)
  }, [])
}
