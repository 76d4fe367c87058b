import "./pills.css"

/** Choice of one view of a card; `aria-pressed` marks the chosen one. */
export const Pills = <Value extends string>({
  label,
  of,
  onChoose,
  value
}: {
  readonly label: string
  readonly value: Value
  readonly of: ReadonlyArray<{ readonly value: Value; readonly name: string; readonly count?: number }>
  readonly onChoose: (value: Value) => void
}) => (
  <div class="pills" role="group" aria-label={label}>
    {of.map(({ count, name, value: one }) => (
      <button type="button" key={one} aria-pressed={one === value} onClick={() => onChoose(one)}>
        {name}
        {count !== undefined && <span>{count}</span>}
      </button>
    ))}
  </div>
)
