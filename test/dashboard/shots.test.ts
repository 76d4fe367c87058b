import { describe, layer } from "@effect/vitest"
import { Effect } from "effect"
import { OpenedDashboard } from "./opened.ts"
describe("shots", () => {
  layer(OpenedDashboard.layer, { timeout: "180 seconds", excludeTestServices: true })("x", (it) => {
    it.effect("shoot", () => Effect.gen(function* () {
      const { openAs } = yield* OpenedDashboard
      for (const [name, look] of [["light", { theme: "light" }], ["dark", { theme: "dark" }], ["phone", { width: 390, height: 844 }]] as const) {
        const { page, complaints } = yield* openAs("superadmin", "/", look)
        yield* Effect.promise(async () => {
          const shoot = async (what: string) => { await page.screenshot({ path: `/tmp/shot-${what}-${name}.png`, fullPage: true }) }
          await shoot("home")
          await page.goto("/offboardings"); await page.waitForLoadState("networkidle")
          await page.getByRole("checkbox", { name: "Choose all on this page" }).check()
          await page.getByRole("button", { name: "More filters" }).click()
          await page.waitForLoadState("networkidle")
          await shoot("list")
          await page.goto("/offboardings?view=board"); await page.waitForLoadState("networkidle")
          await shoot("board")
          await page.goto("/offboardings/import"); await page.waitForLoadState("networkidle")
          await page.getByRole("textbox").fill("employee_name,exit_date,employee_department,colour\nAda Lovelace,2027-01-31,Research,red\nBo Diddley,31.01.2027,Music,\n")
          await page.getByRole("button", { name: "Check the rows" }).click()
          await page.getByText("1 of 2 rows").waitFor()
          await shoot("import")
          console.log(name, complaints)
        })
      }
    }), { timeout: 120000 })
  })
})
