import type { CaseDetails } from "@svc/contract/cases/schema"
import { DateTime } from "effect"
import type { ComponentChildren } from "preact"
import { Icon } from "#design/Icon.tsx"
import type { IconName } from "#design/icons.ts"
import { Ring } from "#design/Ring.tsx"
import { Story, StoryCell, type StoryTone } from "#design/Story.tsx"
import { useWords } from "#languages/words.ts"
import { useClock } from "#platform/clock.ts"
import { useFormat } from "#platform/format.ts"
import { offboardingTab } from "#platform/pages.ts"
import { zone as organisationZone } from "#platform/zone.ts"
import { isFailedRemoval } from "@svc/contract/cases/removal"
import { useAtomValue } from "#state/registry.ts"
import {
  accessEnd,
  accessPart,
  daysToEnd,
  documentsPart,
  endOfAccess,
  equipmentPart,
  type Fact,
  type Part,
  tasksPart
} from "./story.ts"

const day = 86_400_000

/** Reads differently as time passes; screen readers read it when asked. */
const Timer = ({ children, until }: { readonly until: DateTime.Utc; readonly children: ComponentChildren }) => (
  <time role="timer" dateTime={DateTime.formatIso(until)}>
    {children}
  </time>
)

interface Said {
  readonly icon: IconName
  readonly tone: StoryTone | undefined
  readonly figure: ComponentChildren
  readonly name: string
  readonly note?: ComponentChildren
}

/** The end of access in words: how long until it, how late it is, or when access was removed. */
const useEnd = (details: CaseDetails, isUnderWay: boolean): Said => {
  const words = useWords().caseDetail.story
  const { day: dayText, days, moment, momentIn, timeLeft } = useFormat()
  const home = useAtomValue(organisationZone)
  const zone = details.timezone ?? home
  const end = accessEnd(details, home)
  const now = useClock(DateTime.toEpochMillis(end))
  const left = DateTime.toEpochMillis(end) - now
  const when = details.access_ends_at === null ? words.endOf(dayText(details.exit_date), zone) : momentIn(end, zone)
  const said = endOfAccess(details, end, now)
  switch (said._tag) {
    case "Cancelled":
      return { icon: "ban", tone: undefined, figure: words.cancelled, name: words.nothingEnds }
    case "NoApps":
      return { icon: "clock", tone: "watch", figure: words.notScheduled, name: words.noApps, note: when }
    case "NoAccess":
      return {
        icon: "circle-check",
        tone: "good",
        figure: words.noAccess,
        name: words.confirmed,
        note: moment(said.at)
      }
    case "Removed":
      return {
        icon: "circle-check",
        tone: "good",
        figure: words.removed,
        name: said.at === undefined ? "" : moment(said.at)
      }
    case "NotFound":
      return {
        icon: "circle-alert",
        tone: "watch",
        figure: words.toConfirm,
        name: words.notFound(said.apps),
        note: words.due(when)
      }
    case "NotScheduled":
      return {
        icon: "clock",
        tone: "watch",
        figure: words.notScheduled,
        name: said.waits ? words.waits : words.startManually,
        note: when
      }
    case "Ahead":
      return {
        icon: "clock",
        tone: undefined,
        figure: <Timer until={end}>{left >= 2 * day ? days(daysToEnd(end, now)) : timeLeft(left)}</Timer>,
        name: words.untilEnd,
        note: when
      }
    case "Late": {
      if (isUnderWay) {
        return { icon: "clock", tone: undefined, figure: words.removing, name: words.appsOpen(said.apps), note: when }
      }
      const late = -left
      return {
        icon: "triangle-alert",
        tone: "bad",
        figure: (
          <Timer until={end}>
            {late < 60_000
              ? words.endsNow
              : words.late(late >= 2 * day ? days(Math.floor(late / day)) : timeLeft(late - (late % 60_000)))}
          </Timer>
        ),
        name: words.appsOpen(said.apps),
        note: words.due(when)
      }
    }
  }
}

/** The worst fact about a part. */
const useFacts = () => {
  const { facts } = useWords().caseDetail.story
  const { day: dayText } = useFormat()
  return (fact: Fact) => {
    switch (fact._tag) {
      case "Due":
        return facts.Due(dayText(fact.on))
      case "Unsigned":
        return facts.Unsigned(fact.count, fact.name)
      case "ReturnOpen":
        return facts.ReturnOpen
      default:
        return facts[fact._tag](fact.count)
    }
  }
}

/** Where an offboarding stands: the end of access and how far each part is, each a link to its tab. */
export const CaseStory = ({
  details,
  foot,
  isUnderWay,
  tab
}: {
  readonly details: CaseDetails
  readonly tab: string
  readonly isUnderWay: boolean
  readonly foot?: ComponentChildren
}) => {
  const { caseDetail, cases } = useWords()
  const words = caseDetail.story
  const end = useEnd(details, isUnderWay)
  const factOf = useFacts()
  const { apps, id, status } = details
  const cell = (name: "access" | "tasks" | "assets" | "documents", of: Part | undefined) =>
    of !== undefined && (
      <StoryCell
        href={offboardingTab({ id, tab: name })}
        current={tab === name}
        mark={<Ring all={of.all} done={of.done} failed={of.failed} tone={of.done === of.all ? "good" : "accent"} />}
        figure={of.all === 0 ? words.none : words.of(of.done, of.all)}
        name={cases.tabs[name]}
        note={of.fact && factOf(of.fact)}
        tone={of.tone}
      />
    )
  return (
    <Story
      label={words.label}
      compact={tab !== "overview"}
      bad={end.tone === "bad" || (status !== "cancelled" && apps.some(isFailedRemoval))}
      foot={foot}
    >
      <StoryCell
        first
        href={offboardingTab({ id, tab: "access" })}
        current={false}
        mark={<Icon name={end.icon} size="large" />}
        figure={end.figure}
        name={end.name}
        note={end.note}
        tone={end.tone}
      />
      {cell("access", accessPart(details))}
      {cell("tasks", tasksPart(details))}
      {cell("assets", equipmentPart(details))}
      {cell("documents", documentsPart(details))}
    </Story>
  )
}
