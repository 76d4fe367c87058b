import "./day-strip.css"
import { Avatar } from "./Avatar.tsx"
import { VisuallyHidden } from "./layout.tsx"

export interface StripDay {
  readonly key: string
  readonly weekday: string
  readonly number: string
  readonly isToday: boolean
  /** The link of a day with people, and what it says to screen readers. */
  readonly link?: { readonly href: string; readonly label: string }
  /** At most 3, by name. */
  readonly people: ReadonlyArray<{ readonly key: string; readonly name: string; readonly bad: boolean }>
  /** People that are not shown. */
  readonly more: number
}

/** Days in a row with the people of each; on narrow screens the first 7. */
export const DayStrip = ({ days, label }: { readonly label: string; readonly days: ReadonlyArray<StripDay> }) => (
  <ol class="days" aria-label={label}>
    {days.map(({ isToday, key, link, more, number, people, weekday }) => {
      const inside = (
        <>
          <span aria-hidden={link !== undefined}>{weekday}</span>
          <b aria-hidden={link !== undefined}>{number}</b>
          {link !== undefined && (
            <>
              <span class="avatars" aria-hidden="true">
                {people.map((person) => (
                  <Avatar key={person.key} name={person.name} size="small" bad={person.bad} />
                ))}
                {more > 0 && `+${more}`}
              </span>
              <VisuallyHidden>{link.label}</VisuallyHidden>
            </>
          )}
        </>
      )
      return (
        <li key={key} aria-current={isToday ? "date" : undefined}>
          {link === undefined ? <span class="day">{inside}</span> : <a class="day" href={link.href}>{inside}</a>}
        </li>
      )
    })}
  </ol>
)
