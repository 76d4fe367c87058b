import "#design/sidebar.css"
import { useState } from "preact/hooks"
import { useLocation } from "preact-iso/router"
import { useUser } from "#access/data.ts"
import { usePlaces } from "#access/places.ts"
import { Icon } from "#design/Icon.tsx"
import type { IconName } from "#design/icons.ts"
import { Bell } from "#outgoing/notifications/Unread.tsx"
import { helpAt } from "#platform/help.ts"
import { useFirstWords } from "#languages/words.ts"
import { Account } from "./Account.tsx"
import { OrganisationSwitch } from "./Organisation.tsx"

const isApple = /Mac|iP/.test(navigator.platform)

const keptIn = "menu"

/** Whether the menu stays open on screens whose width has room for icons only; remembered by the browser. */
export const useKeptMenu = () => {
  const [isKept, setKept] = useState(() => localStorage.getItem(keptIn) === "kept")
  const keep = (isKept: boolean) => {
    localStorage.setItem(keptIn, isKept ? "kept" : "icons")
    setKept(isKept)
  }
  return { isKept, keep }
}

const leadsTo = (href: string, path: string) =>
  href === "/" ? path === "/" : path === href || path.startsWith(`${href}/`)

/** The longest path counts: a place may be below another. */
const hereOf = (places: ReturnType<typeof usePlaces>["pinned"], path: string) =>
  places
    .flatMap(({ href, parts }) => parts.map((part) => ({ place: href, path: part.href.split("?")[0] ?? "" })))
    .filter((part) => leadsTo(part.path, path))
    .toSorted((one, other) => other.path.length - one.path.length)[0]?.place

const PlaceLink = ({
  beside,
  current,
  href,
  icon,
  name
}: {
  readonly name: string
  readonly icon: IconName
  readonly href: string
  readonly current?: boolean
  readonly beside?: true
}) => (
  <a
    class="place"
    href={href}
    title={name}
    target={beside && "_blank"}
    aria-current={current === true ? "page" : undefined}
  >
    <Icon name={icon} />
    <span class="word">{name}</span>
  </a>
)

/** Buttons of the menu between phone and desktop: it shows icons, opens as a popover, and can be kept open. */
const MenuState = ({ isKept, keep }: ReturnType<typeof useKeptMenu>) => {
  const words = useFirstWords().shell
  return isKept ? (
    <button class="place menu-state" type="button" onClick={() => keep(false)}>
      <Icon name="panel-left-close" />
      <span class="word">{words.collapse}</span>
    </button>
  ) : (
    <>
      <button class="place menu-state" type="button" data-when="icons" popovertarget="sidebar" title={words.expand}>
        <Icon name="panel-left" />
        <span class="word">{words.expand}</span>
      </button>
      <button
        class="place menu-state"
        type="button"
        data-when="open"
        popovertarget="sidebar"
        onClick={() => keep(true)}
      >
        <Icon name="panel-left" />
        <span class="word">{words.keepOpen}</span>
      </button>
    </>
  )
}

/** Organization, search, places, and account. */
export const Sidebar = ({
  menu,
  onFind
}: {
  readonly menu: ReturnType<typeof useKeptMenu>
  readonly onFind: () => void
}) => {
  const { language, shell: words } = useFirstWords()
  const { path } = useLocation()
  const { orgId } = useUser()
  const all = usePlaces()
  // Without an organization only the own account is left.
  const { pinned, sections } = orgId === null ? { pinned: [], sections: [] } : all
  const here = hereOf([...sections.flatMap(({ places }) => places), ...pinned], path)
  return (
    <aside
      class="sidebar"
      id="sidebar"
      popover="auto"
      onClick={(event) =>
        event.target instanceof Element &&
        event.target.closest("a") &&
        event.currentTarget.matches(":popover-open") &&
        event.currentTarget.hidePopover()
      }
    >
      <div class="org">
        <OrganisationSwitch />
        {orgId !== null && <Bell />}
      </div>
      <button class="finder" type="button" title={words.search} onClick={onFind}>
        <Icon name="search" size="small" />
        <span class="word">{words.search}</span>
        <kbd>{isApple ? "⌘K" : "Ctrl K"}</kbd>
      </button>
      <nav aria-label={words.navigation}>
        <div class="places">
          {sections.map(({ name, places }) => (
            <div>
              {name !== undefined && <h2>{name(words)}</h2>}
              <ul>
                {places.map((place) => (
                  <li key={place.href}>
                    <PlaceLink {...place} name={place.name(words)} current={place.href === here} />
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
        <ul class="pins">
          {pinned.map((place) => (
            <li key={place.href}>
              <PlaceLink {...place} name={place.name(words)} current={place.href === here} />
            </li>
          ))}
          <li>
            <PlaceLink icon="circle-question-mark" href={helpAt("start", language)} name={words.help} beside />
          </li>
        </ul>
      </nav>
      <Account />
      <MenuState {...menu} />
    </aside>
  )
}
