import { assert, describe, it } from "@effect/vitest"
import { lines } from "@svc/charts/lines"
import { rows } from "@svc/charts/rows"
import { shares } from "@svc/charts/shares"
import { steps } from "@svc/charts/steps"
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
      rows(data(['</text><image href="file:///etc/passwd"/>', "a\u0000b & 'c'"], [1, 2]), { width: 600, left: 400 }),
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

describe("rows", () => {
  it("cut a name that has no room, and keep all of it in the table", () => {
    const name = "Collect the laptop, the telephone and both badges"
    const { figures, marks } = rows(data([name], [50]), { width: 300, most: 100, right: 40 })
    const label = marks.find(({ kind }) => kind === "label")
    assert.match(label?.kind === "label" ? label.text : "", /^Collect the la\S*…$/)
    assert.deepStrictEqual(figures.rows, [[name, "50"]])
    const bar = marks.find(({ kind }) => kind === "bar")
    assert.strictEqual(bar?.kind === "bar" ? bar.width : 0, (300 - 40 - 132) / 2)
  })
})

describe("the parts of a whole", () => {
  it("fill the row, each by its share; what is nothing is in the table alone", () => {
    const { figures, height, marks } = shares(data(["Layoff", "Other", "Retirement"], [3, 0, 1]), { width: 402 })
    const bars = marks.flatMap((mark) => (mark.kind === "bar" && mark.y === 0 ? [mark] : []))
    assert.deepStrictEqual(
      bars.map(({ said, width, x }) => ({ said, width, x })),
      [
        { said: "Layoff 3", width: 300, x: 0 },
        { said: "Retirement 1", width: 100, x: 302 }
      ]
    )
    assert.lengthOf(figures.rows, 3)
    assert.isBelow(height, 70, "both names have room in one line")
    assert.isAbove(shares(data(["Layoff", "Other", "Retirement"], [3, 2, 1]), { width: 130 }).height, 70)
  })

  it("are nothing of nothing", () => {
    assert.strictEqual(shares(data(["Layoff"], [0]), { width: 400 }).height, 0)
  })
})

describe("shares that fall by steps", () => {
  const falling = (last: number) =>
    steps(
      {
        axis: "After",
        series: [
          {
            name: "All",
            tone: "first",
            steps: [
              { at: 1, value: 0.5 },
              { at: last, value: 0.25 }
            ]
          },
          { name: "None", tone: "second", steps: [] }
        ],
        places: [1, 24, 10_000].map((at) => ({ at, name: `${at} h` })),
        limits: [{ at: 24, name: "24 h allowed" }],
        say: (share) => `${share * 100} %`
      },
      { width: 400, height: 200 }
    )

  it("say at each place what holds there: 100 % before the first step, and nothing beyond the end", () => {
    assert.deepStrictEqual(falling(48).figures, {
      columns: ["After", "All", "None"],
      rows: [
        ["1 h", "50 %", "100 %"],
        ["24 h", "50 %", "100 %"]
      ]
    })
  })

  it("stay within the picture, fall upright, and keep names of one height apart, however long the axis", () => {
    for (const last of [24, 48, 20_000]) {
      const { marks } = falling(last)
      const path = marks.flatMap((mark) => (mark.kind === "path" && mark.tone === "first" ? [mark.d] : []))[0] ?? ""
      const points = path
        .split(/[ML]/)
        .slice(1)
        .map((point) => point.split(",").map(Number))
      for (const [x = -1, y = -1] of points) assert.isTrue(x >= 0 && x <= 400 && y >= 0 && y <= 200, `${x},${y}`)
      for (const [place, [x = 0, y = 0]] of points.entries()) {
        const [before = x, above = y] = points[place - 1] ?? []
        assert.isTrue(x === before || y === above, "a step is level or upright")
      }
      const names = marks.flatMap((mark) =>
        mark.kind === "label" && ["All", "None"].includes(mark.text) ? [mark.y] : []
      )
      assert.isAtLeast(Math.abs((names[0] ?? 0) - (names[1] ?? 0)), 14)
    }
  })
})
