import { assert, describe, it } from "@effect/vitest"
import { lines } from "@svc/charts/lines"
import { rows } from "@svc/charts/rows"
import { svgOf } from "@svc/charts/svg"

const ink = {
  tones: { first: "#1", second: "#2", good: "#3", watch: "#4", bad: "#5", calm: "#6" },
  rule: "#7",
  axis: "#8",
  value: "#9",
  font: "Noto Sans"
} as const

const data = (names: ReadonlyArray<string>, values: ReadonlyArray<number | null>) => ({
  axis: "Name",
  series: [{ name: "Count", tone: "first" as const }],
  groups: names.map((name, index) => ({ name, values: [values[index] ?? null] })),
  say: String,
  gap: "none"
})

describe("a chart as SVG", () => {
  it("holds names as text, whatever they say, and loads nothing", () => {
    const svg = svgOf(
      rows(data(['</text><image href="file:///etc/passwd"/>', "a\u0000b & 'c'"], [1, 2]), { width: 400 }),
      ink
    )
    assert.notInclude(svg, "<image")
    assert.include(svg, "&lt;/text&gt;&lt;image href=&quot;file:///etc/passwd&quot;/&gt;")
    assert.include(svg, "a b &amp; &#39;c&#39;")
  })

  it("breaks a line where there is no value, and says so in its figures", () => {
    const scene = lines(data(["one", "two", "three"], [1, null, 3]), { width: 400, height: 100 })
    assert.deepStrictEqual(scene.figures, {
      columns: ["Name", "Count"],
      rows: [
        ["one", "1"],
        ["two", "none"],
        ["three", "3"]
      ]
    })
    assert.lengthOf(svgOf(scene, ink).match(/<circle/g) ?? [], 2)
    const path = /<path d="([^"]+)"/.exec(svgOf(scene, ink))?.[1] ?? ""
    assert.lengthOf(path.match(/M/g) ?? [], 2)
  })
})
