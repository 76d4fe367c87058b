import "./meter.css"

/** Parts of a whole, in order; the rest is open. Widths are attributes, because the page's policy refuses inline styles. */
export const Meter = ({
  all,
  label,
  parts
}: {
  readonly label: string
  readonly all: number
  readonly parts: ReadonlyArray<{ readonly count: number; readonly tone: "good" | "calm" | "watch" | "bad" }>
}) => {
  const share = (count: number) => (all === 0 ? 0 : (count / all) * 100)
  const done = parts.reduce((sum, { count }) => sum + count, 0)
  const starts = parts.map((_, index) => parts.slice(0, index).reduce((sum, { count }) => sum + count, 0))
  return (
    <svg class="meter" role="progressbar" aria-label={label} aria-valuenow={done} aria-valuemin={0} aria-valuemax={all}>
      {parts.map(({ count, tone }, index) => (
        <rect
          key={tone}
          data-tone={tone}
          x={`${share(starts[index] ?? 0)}%`}
          width={`${share(count)}%`}
          height="100%"
        />
      ))}
    </svg>
  )
}
