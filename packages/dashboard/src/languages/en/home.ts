import { plurals } from "../plural.ts"

const plural = plurals("en")

export const home = {
  title: "Home",
  hello: (name: string) => `Hello, ${name}`,
  open: "Open",
  openBeside: "being offboarded",
  soon: "Next 14 days",
  soonBeside: "last day ahead",
  late: "Overdue",
  lateBeside: "past the last day",
  sla: "Late tasks",
  slaBeside: (atRisk: number) => (atRisk === 0 ? "none at risk" : `and ${atRisk} at risk`),
  residual: "Access is back",
  residualBeside: "after they left",
  equipment: "Equipment out",
  equipmentBeside: (lost: number) => (lost === 0 ? "nothing lost" : plural(lost, { one: "# lost", other: "# lost" })),
  nextTitle: "Next to leave",
  nextNone: "Nobody leaves in the next two weeks",
  nextNoneText: "When somebody's last day comes near, they stand here with what is still to do.",
  recoveryTitle: "Equipment to recover",
  recoveryText: "Items that are still out, by the day on which they are due back",
  recoveryNone: "Nothing has to come back",
  recoveryNoneText: "Equipment with a return date appears here.",
  buckets: {
    "overdue-30d+": "Over 30 days late",
    "overdue-8-30d": "8–30 days late",
    "overdue-1-7d": "1–7 days late",
    "due-0-7d": "Due in 7 days",
    "due-8d+": "Due later"
  },
  late1: "Late",
  due1: "Due",
  all: "All offboardings"
}
