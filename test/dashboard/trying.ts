import type { Locator, Page, Request } from "playwright-core"
import type { Act, Filled } from "./acts.ts"

const isWrite = (request: Request) => request.method() !== "GET" && request.url().includes("/api/")

/** The dialog that is open, else the page. */
const place = async (page: Page) => {
  const dialog = page.locator("dialog[open]")
  return (await dialog.count()) > 0 ? dialog.last() : page.locator("main")
}

const press = async (page: Page, name: string) => {
  const within = await place(page)
  const wanted = within
    .getByRole("button", { name, exact: true })
    .or(within.getByRole("checkbox", { name }))
    .locator("visible=true")
    .first()
  await wanted.press((await wanted.getAttribute("type")) === "checkbox" ? "Space" : "Enter")
}

/** Of a tick the words beside it are part of the label. */
const fieldOf = (within: Locator, label: string, value: Filled[string] = "") =>
  within
    .getByLabel(label, { exact: value !== true })
    .locator("visible=true")
    .first()

const fill = async (page: Page, filled: Filled) => {
  const within = await place(page)
  for (const [label, value] of Object.entries(filled)) {
    const field = fieldOf(within, label, value)
    if (value === true) await field.check()
    else if (typeof value === "object") {
      const { file: name, text } = value
      await field.setInputFiles({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) })
    } else if (await field.evaluate((element) => element.matches("select"))) await field.selectOption(value)
    else await field.fill(value)
  }
}

/** The fields that do not say any more what was typed. */
const lost = async (page: Page, filled: Filled) => {
  const within = await place(page)
  const found: Array<string> = []
  for (const [label, value] of Object.entries(filled)) {
    if (typeof value !== "string") continue
    const there = await fieldOf(within, label).evaluate(
      (element) => element.selectedOptions?.[0]?.textContent ?? element.value
    )
    if (there !== value) found.push(label)
  }
  return found
}

/** Enter in a line of text, or on the button that sends it. */
const send = async (page: Page, filled: Filled) => {
  const within = await place(page)
  const [label, value] = Object.entries(filled).at(-1) ?? []
  if (label === undefined) return within.locator("form button[type=submit]").last().press("Enter")
  const field = fieldOf(within, label, value)
  if (await field.evaluate((element) => /^(?:text|email|password|search)$/.test(element.type)))
    return field.press("Enter")
  await field.locator("xpath=ancestor::form").locator("button[type=submit]").last().press("Enter")
}

interface Expected {
  readonly says: RegExp
  /** It leads to the page of the plan. */
  readonly toThePlan?: true
}

/** What is pressed last, where nothing is filled in. */
const pressedLast = ({ bad, good, way }: Act) =>
  good === undefined && bad === undefined ? way?.findLast((step) => typeof step === "string") : undefined

/** Somebody who does things on a page by the keyboard, and what is found wrong with how the page takes it. */
export const trying = (page: Page, say: (what: string) => void) => {
  let writes: Array<string> = []
  page.on("request", (request) => {
    if (isWrite(request)) writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })

  return {
    /** The strip over each page. */
    isReadOnly: async () => {
      const strip = page.getByRole("status").filter({ hasText: "so your organization is read-only" })
      if ((await strip.getByRole("link", { name: "View plan" }).count()) !== 1) say("it does not say what holds")
    },

    goTheWay: async (act: Act) => {
      writes = []
      const { way = [] } = act
      for (const step of pressedLast(act) === undefined ? way : way.slice(0, -1)) {
        await (typeof step === "string" ? press(page, step) : fill(page, step))
      }
    },

    /** What does not fit is said at its field, the first of which has the focus; nothing is sent, and nothing is lost. */
    badly: async (bad: Filled) => {
      await fill(page, bad)
      await send(page, bad)
      const within = await place(page)
      await fieldOf(within, Object.keys(bad)[0] ?? "")
        .and(page.locator("[aria-invalid=true]:focus"))
        .waitFor()
      for (const label of Object.keys(bad)) {
        const said = await fieldOf(within, label).evaluate((field) =>
          field.getAttribute("aria-invalid") === "true"
            ? field.ownerDocument.getElementById(field.getAttribute("aria-describedby") ?? "")?.textContent
            : undefined
        )
        // What no rule of the contract has words for.
        if (said === undefined || said === "" || said.includes("Expected")) say(`of “${label}” it says “${said}”`)
      }
      for (const label of await lost(page, bad)) say(`“${label}” is lost where it does not fit`)
      if (writes.length > 0) say(`sends what does not fit: ${writes.join(", ")}`)
    },

    /** A refusal is said where it was tried, and nothing is lost. */
    refused: async (act: Act, { says, toThePlan }: Expected) => {
      const { good } = act
      if (good !== undefined) await fill(page, good)
      const last = () => (good === undefined ? press(page, pressedLast(act) ?? "") : send(page, good))
      await Promise.all([page.waitForResponse((response) => response.status() >= 400), last()])
      const within = await place(page)
      const spoken = within.locator("[role=alert], [role=status]").filter({ hasText: says })
      const refusal = spoken.or(page.locator(".toasts p").filter({ hasText: says })).first()
      await refusal.waitFor()
      for (const label of await lost(page, good ?? {})) say(`“${label}” is lost where it is refused`)
      const leads = await refusal.getByRole("link", { name: "View plan" }).count()
      if (toThePlan && leads === 0 && (await spoken.count()) > 0) say("it does not lead to the plan")
    },

    leave: async () => {
      if ((await page.locator("dialog[open]").count()) > 0) await page.keyboard.press("Escape")
    }
  }
}
