import "./course.css"

/** What will happen, by its time. */
export const Course = ({
  events
}: {
  readonly events: ReadonlyArray<{
    readonly when: string
    readonly what: string
    readonly more?: ReadonlyArray<string>
    readonly tone?: "accent" | "bad" | undefined
  }>
}) => (
  <ol class="course">
    {events.map(({ more = [], tone, what, when }) => (
      <li key={`${when} ${what}`} data-tone={tone}>
        <span>
          <span class="when">{when}</span>
          <span class="what">{what}</span>
          {more.map((line) => (
            <span class="more" key={line}>
              {line}
            </span>
          ))}
        </span>
      </li>
    ))}
  </ol>
)
