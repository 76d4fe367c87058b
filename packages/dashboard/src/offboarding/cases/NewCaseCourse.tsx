import { AsyncResult } from "effect/reactivity"
import { DateTime, Option } from "effect"
import { organisation } from "#access/organisation-data.ts"
import { Card } from "#design/Card.tsx"
import { Course } from "#design/Course.tsx"
import { useWords } from "#languages/words.ts"
import { useQuery } from "#platform/atoms.ts"
import { useFormat } from "#platform/format.ts"
import { type CourseEvent, courseOf } from "./course.ts"
import type { NewCaseState } from "./new-case.ts"
import { useTasksOfNew } from "./NewCaseTasks.tsx"

/** What will happen once the offboarding starts: only what the form holds and the service answered. */
export const NewCaseCourse = ({ state }: { readonly state: NewCaseState }) => {
  const words = useWords().newCase
  const { fullDay, momentIn } = useFormat()
  const settings = Option.getOrNull(AsyncResult.value(useQuery(organisation)))
  const { count, dates, documents, ends, zone } = state
  const tasks = useTasksOfNew(state)?.length
  const byItself = settings === null ? undefined : settings.auto_revoke_at_exit
  const access = (isNow: boolean) => {
    if (count === 0) return words.nothingRevoked
    if (ends === "now") return words.revokedNow(count)
    if (byItself === undefined) return words.appsChosen(count)
    return byItself ? (isNow ? words.revokedPast(count) : words.revokedByItself(count)) : words.revokedByHand(count)
  }
  const said = (event: CourseEvent) => {
    switch (event.kind) {
      case "start":
        return {
          when: words.now,
          what: words.begins,
          more: [
            tasks === undefined ? words.tasksAndNotices : words.tasksCreated(tasks),
            ...(documents.length > 0 ? [words.lettersMade(documents.length)] : [])
          ],
          tone: "accent" as const
        }
      case "access":
        return {
          when: event.isNow
            ? words.now
            : ends === "last_day" && dates.lastDay !== undefined
              ? words.endOfDay(fullDay(dates.lastDay), zone)
              : momentIn(event.at, zone),
          what: words.accessEnds,
          more: [access(event.isNow)],
          tone: "bad" as const
        }
      case "last_day":
        return { when: fullDay(event.day), what: words.lastDay }
      case "employment":
        return { when: fullDay(event.day), what: words.employmentEnds }
    }
  }
  return (
    <Card title={words.course}>
      <Course events={courseOf(dates, DateTime.nowUnsafe()).map(said)} />
    </Card>
  )
}
