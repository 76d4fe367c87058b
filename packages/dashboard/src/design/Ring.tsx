import "./ring.css"

/** Share of a whole as a ring: `done`, then `failed`, of `all`. Decorative: the numbers stand next to it. */
export const Ring = ({
  all,
  done,
  failed = 0,
  tone
}: {
  readonly all: number
  readonly done: number
  readonly failed?: number
  readonly tone: "good" | "accent"
}) => {
  const arc = (part: number, before: number, tone: string) =>
    part > 0 && (
      <circle
        data-tone={tone}
        cx="22"
        cy="22"
        r="19"
        pathLength={all}
        stroke-dasharray={`${part} ${all}`}
        stroke-dashoffset={-before}
      />
    )
  return (
    <svg class="ring" viewBox="0 0 44 44" aria-hidden="true">
      <circle cx="22" cy="22" r="19" />
      {arc(done, 0, tone)}
      {arc(failed, done, "bad")}
    </svg>
  )
}
