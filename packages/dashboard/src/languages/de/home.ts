import type { Words } from "../en.ts"

export const home: Words["home"] = {
  title: "Start",
  hello: (name) => `Hallo, ${name}`,
  open: "Offen",
  openBeside: "im Austritt",
  soon: "Nächste 14 Tage",
  soonBeside: "letzter Tag",
  late: "Überfällig",
  lateBeside: "letzter Tag vorbei",
  sla: "Späte Aufgaben",
  slaBeside: (atRisk) => (atRisk === 0 ? "keine in Gefahr" : `und ${atRisk} in Gefahr`),
  residual: "Zugang zurück",
  residualBeside: "nach dem Austritt",
  equipment: "Geräte unterwegs",
  equipmentBeside: (lost) => (lost === 0 ? "nichts verloren" : `${lost} verloren`),
  nextTitle: "Die Nächsten",
  nextNone: "In den nächsten zwei Wochen geht niemand",
  nextNoneText: "Wessen letzter Tag naht, steht hier mit allem, was noch zu tun ist.",
  recoveryTitle: "Geräte zurückholen",
  recoveryText: "Was noch draußen ist, nach dem Tag der Rückgabe",
  recoveryNone: "Nichts muss zurückkommen",
  recoveryNoneText: "Geräte mit einem Rückgabetag erscheinen hier.",
  buckets: {
    "overdue-30d+": "Über 30 Tage spät",
    "overdue-8-30d": "8–30 Tage spät",
    "overdue-1-7d": "1–7 Tage spät",
    "due-0-7d": "In 7 Tagen fällig",
    "due-8d+": "Später fällig"
  },
  late1: "Spät",
  due1: "Fällig",
  all: "Alle Austritte"
}
