import type * as en from "./en.ts"
import { plurals } from "#languages/plural.ts"

const plural = plurals("de")

export const trends: typeof en.trends = {
  course: "Begonnen und abgeschlossen",
  courseText: "Austritte nach Monat; für die gesamte Zeit die der letzten 12 Monate.",
  courseNone: "In diesen Tagen wurde keiner begonnen oder abgeschlossen.",
  started: "Begonnen",
  completed: "Abgeschlossen",
  month: "Monat",
  byDepartment: "Tage im Schnitt nach Abteilung",
  byReason: "Tage im Schnitt nach Grund",
  durationText: "Vom Beginn bis zum Abschluss, das langsamste zuerst; in Klammern, wie viele abgeschlossen wurden.",
  durationNone: "In diesen Tagen wurde keiner abgeschlossen.",
  few: (count) =>
    plural(count, {
      one: "Nur # wurde abgeschlossen: zu wenig für einen Vergleich.",
      other: "Nur # wurden abgeschlossen: zu wenig für einen Vergleich."
    }),
  average: "Tage im Schnitt",
  days: (count) => plural(count, { one: "# Tag", other: "# Tage" }),
  bottlenecks: "Was aufhält",
  bottlenecksText: "Aufgaben aus mindestens zwei offenen Austritten, nach dem Anteil, in dem sie jetzt warten.",
  bottlenecksNone: "Keine Aufgabe steht in zwei offenen Austritten oder mehr.",
  task: "Aufgabe",
  waits: "Nicht erledigt",
  reasons: "Warum Leute gehen",
  reasonsText: "In diesen Tagen begonnene Austritte.",
  reasonsNone: "In diesen Tagen wurde kein Austritt begonnen.",
  reasonsElsewhere: "Warum sie anderswo gehen",
  reason: "Grund",
  share: "Anteil",
  comparison: "Im Vergleich mit anderen",
  comparisonText: (count) => `In den letzten 12 Monaten angelegte Austritte; ${count} von euch.`,
  scoped: "Eure sind die, deren Daten du siehst.",
  sampleTooSmall: "Stichprobe zu klein",
  sampleTooSmallText: (organisations) =>
    `Andere stehen hier, sobald mindestens ${organisations} andere Organisationen so viel beitragen, dass keine zu erkennen ist.`,
  completedTooFew:
    "Bei anderen sind zu wenige Austritte abgeschlossen, um ihre Tage und ihren Anteil bis zum letzten Tag zu zeigen.",
  suppressed: "Zu selten, um genannt zu werden",
  who: "Wer",
  own: "Ihr",
  others: "Andere",
  usual: "Üblich",
  tooFew: "zu wenig",
  compared: {
    avgCompletionDays: "Tage bis zum Abschluss",
    onTimeRate: "Bis zum letzten Tag abgeschlossen",
    completionRate: "Überhaupt abgeschlossen"
  }
}
