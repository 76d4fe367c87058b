import { type Data, figuresOf, type Mark, type Scene, type Tone } from "./scene.ts"

const thickness = 20
const gap = 2
const swatch = 10
const lineHeight = 20

/** The first two have their own color; more would not be distinguishable. */
const toneAt = (place: number): Tone => (place === 0 ? "first" : place === 1 ? "second" : "calm")

/** One bar that is the whole, cut into its parts in their order, and under it what each part is. */
export const shares = (data: Data, { width }: { readonly width: number }): Scene => {
  const parts = data.groups.flatMap(({ name, values: [value], tone: own }, place) =>
    value === undefined || value === null || value <= 0 ? [] : [{ name, tone: own ?? toneAt(place), value }]
  )
  const whole = parts.reduce((sum, { value }) => sum + value, 0)
  const room = width - gap * Math.max(0, parts.length - 1)
  const marks: Array<Mark> = []
  let from = 0
  let x = 0
  let y = thickness + 20
  for (const { name, tone, value } of parts) {
    const long = (value / whole) * room
    const text = `${name} ${data.say(value)}`
    marks.push({ kind: "bar", x: from, y: 0, width: Math.max(1, long), height: thickness, tone, said: text })
    from += long + gap
    const wide = swatch + 6 + text.length * 6.4 + 16
    if (x > 0 && x + wide > width) {
      x = 0
      y += lineHeight
    }
    marks.push({ kind: "bar", x, y: y - swatch / 2, width: swatch, height: swatch, tone, said: text })
    marks.push({ kind: "label", x: x + swatch + 6, y, text, anchor: "start", role: "axis" })
    x += wide
  }
  return { width, height: parts.length === 0 ? 0 : y + lineHeight / 2, marks, figures: figuresOf(data) }
}
