import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "#work/it-tickets/rules"

describe("what a ticket says", () => {
  const ticket = {
    id: "0198c0de-0000-7000-8000-000000000001",
    task: "Collect the\n laptop ",
    employeeName: "Ann  Lee",
    exitDate: "2030-04-30",
    dueDate: "2030-05-07",
    url: "https://svc.test/offboardings/1"
  }

  it("the task on one line, who leaves and when, by when it is due, and where to see the rest", () => {
    const { lines, mark, summary } = contentOf(ticket)
    assert.strictEqual(summary, "Offboarding of Ann Lee: Collect the laptop")
    assert.deepStrictEqual(lines.slice(0, 4), [
      "Collect the laptop",
      "Last working day of Ann Lee: 2030-04-30",
      "Due: 2030-05-07",
      "Details: https://svc.test/offboardings/1"
    ])
    assert.match(mark, /^[a-z0-9]{1,32}$/)
  })

  it("no word of a due date where there is none", () => {
    const { lines } = contentOf({ ...ticket, dueDate: null })
    assert.deepStrictEqual(lines.slice(0, 3), [
      "Collect the laptop",
      "Last working day of Ann Lee: 2030-04-30",
      "Details: https://svc.test/offboardings/1"
    ])
  })
})
