import { layer } from "@effect/vitest"
import { CalendarDate } from "@svc/contract/kernel/dates"
import { EmailAddress } from "@svc/contract/kernel/text"
import { Effect } from "effect"
import { Offboardings } from "#offboardings/service"
import { aMember, anOrganisation, asCaller, TestServices } from "../support/TestApp.ts"
layer(TestServices)("bench", (it) => {
  it.effect("create", () => Effect.gen(function* () {
    const admin = yield* Effect.flatMap(anOrganisation(), (o) => aMember(o))
    const off = yield* Offboardings
    let n = 0
    const one = () => asCaller(admin)(off.create({ employee_name: "A", exit_date: CalendarDate.make("2026-03-31"), employee_email: EmailAddress.make(`p${n++}@acme.test`) }, { source: "app" }))
    for (let i = 0; i < 100; i++) yield* one()
    for (let r = 0; r < 4; r++) {
      const t = performance.now(), c = process.cpuUsage()
      for (let i = 0; i < 300; i++) yield* one()
      const u = process.cpuUsage(c)
      console.log("seq ms/create", ((performance.now() - t) / 300).toFixed(2), "cpu", ((u.user + u.system) / 300000).toFixed(2))
    }
    const t = performance.now()
    yield* Effect.forEach(Array.from({ length: 600 }), one, { concurrency: 8, discard: true })
    console.log("8 conc ms/create", ((performance.now() - t) / 600).toFixed(2))
  }), 120000)
})
