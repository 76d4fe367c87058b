import "./day-strip.css"
import { Avatar } from "./Avatar.tsx"
import { VisuallyHidden } from "./layout.tsx"

interface StripDay {
  readonly key: string
  readonly weekday: string
  readonly number: string
  readonly isToday: boolean
  /** For screen readers; empty for a day without people. */
  readonly label: string
  readonly href: string | undefined
  readonly people: ReadonlyArray<{ readonly key: string; readonly name: string; readonly bad: boolean }>
  /** How many people are not shown. */
  readonly more: number
}

const Day = ({ label, more, number, people, weekday }: StripDay) => (
  <>
    <span aria-hidden={label !== ""}>{weekday}</span>
    <b aria-hidden={label !== ""}>{number}</b>
    {label !== "" && (
      <>
        <span class="avatars" aria-hidden="true">
          {people.map(({ bad, key, name }) => (
            <Avatar key={key} name={name} size="small" bad={bad} />
          ))}
          {more > 0 && `+${more}`}
        </span>
        <VisuallyHidden>{label}</VisuallyHidden>
      </>
    )}
  </>
)

/** Days in a row with the people of each; on narrow screens the first 7. */
export const DayStrip = ({ days, label }: { readonly label: string; readonly days: ReadonlyArray<StripDay> }) => (
  <ol class="days" aria-label={label}>
    {days.map((day) => (
      <li key={day.key} aria-current={day.isToday ? "date" : undefined}>
        {day.href === undefined ? (
          <span class="day">
            <Day {...day} />
          </span>
        ) : (
          <a class="day" href={day.href}>
            <Day {...day} />
          </a>
        )}
      </li>
    ))}
  </ol>
)
